package org.latencyprobes.benchmarks.subject;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;

/**
 * A program that loads {@value #COUNT} classes like {@link LoadedClass0000} and prints the CPU time that the loading thread took for each:
 * of the {@value #EARLY} after the first class, and of the last {@value #EARLY}.
 */
public final class ClassCost {

    private static final int COUNT = 2_000;
    private static final int EARLY = 500;
    private static final double NANOS_PER_MILLI = 1e6;

    private ClassCost() {}

    private static final class Loader extends ClassLoader {

        private final String template;

        Loader(String template) {
            super(ClassCost.class.getClassLoader());
            this.template = template;
        }

        /** Loads a copy; in ISO 8859-1 a class file's text is its bytes. */
        void load(int number) throws ClassNotFoundException {
            String name = String.format("LoadedClass%04d", number);
            byte[] bytes = template.replace("LoadedClass0000", name).getBytes(StandardCharsets.ISO_8859_1);
            Class<?> loaded = defineClass(ClassCost.class.getPackageName() + "." + name, bytes, 0, bytes.length);
            Class.forName(loaded.getName(), true, this);
        }
    }

    /** Loads and prints. */
    public static void main(String[] arguments) throws IOException, ClassNotFoundException {
        Loader loader = new Loader(template());
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long[] nanos = new long[COUNT + 1];
        for (int i = 1; i <= COUNT; i++) {
            long startNanos = threads.getCurrentThreadCpuTime();
            loader.load(i);
            nanos[i] = threads.getCurrentThreadCpuTime() - startNanos;
        }
        System.out.println("classes " + meanMillis(nanos, 2) + ' ' + meanMillis(nanos, COUNT - EARLY + 1));
    }

    private static double meanMillis(long[] nanos, int from) {
        long sum = 0;
        for (int i = from; i < from + EARLY; i++) {
            sum += nanos[i];
        }
        return sum / NANOS_PER_MILLI / EARLY;
    }

    private static String template() throws IOException {
        try (InputStream bytes = ClassCost.class.getResourceAsStream("LoadedClass0000.class")) {
            return new String(bytes.readAllBytes(), StandardCharsets.ISO_8859_1);
        }
    }
}
