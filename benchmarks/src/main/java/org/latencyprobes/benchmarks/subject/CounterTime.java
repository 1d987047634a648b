package org.latencyprobes.benchmarks.subject;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/** Flight Recorder's clock, {@code jdk.jfr.internal.JVM.counterTime()}. It needs the JVM argument {@link #EXPORT}. */
final class CounterTime {

    static final String EXPORT = "--add-exports=jdk.jfr/jdk.jfr.internal=ALL-UNNAMED";

    /** The frequency of a clock whose ticks are ns: the JVM has no faster one than {@code nanoTime}. */
    static final long NANOS_PER_SECOND = 1_000_000_000;

    private static final Class<?> JVM = jvm();
    private static final MethodHandle READ = reading();

    private CounterTime() {}

    private static Class<?> jvm() {
        try {
            return Class.forName("jdk.jfr.internal.JVM");
        } catch (ClassNotFoundException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static MethodHandle reading() {
        try {
            return MethodHandles.lookup().findStatic(JVM, "counterTime", MethodType.methodType(long.class));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Reads it, in ticks. */
    static long read() {
        try {
            return (long) READ.invokeExact();
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /** The ticks of a second. The method belongs to an instance on JDK 17. */
    static long ticksPerSecond() throws ReflectiveOperationException {
        Method frequency = JVM.getMethod("getTicksFrequency");
        Object owner = Modifier.isStatic(frequency.getModifiers())
                ? null
                : JVM.getMethod("getJVM").invoke(null);
        return (long) frequency.invoke(owner);
    }

    /** Prints the ticks of a second. */
    public static void main(String[] arguments) throws ReflectiveOperationException {
        System.out.println(ticksPerSecond());
    }
}
