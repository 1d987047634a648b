package org.latencyprobes.benchmarks.subject;

import java.io.IOException;
import org.latencyprobes.annotation.Probe;

/** The same application as {@link Hello}, with one probe. It prints how long its thread waited for the first call of it. */
public final class ProbedHello {

    public static final class Greeting {
        @Probe("hello")
        void greet() {
            Hello.greet();
        }
    }

    private ProbedHello() {}

    /** Greets, by a probed method of a class that this loads; with a second argument, after so many ms. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length > 1) {
            Thread.sleep(Long.parseLong(arguments[1]));
        }
        long startNanos = System.nanoTime();
        new Greeting().greet();
        System.out.println("first call " + (System.nanoTime() - startNanos) + " ns");
        Hello.main(arguments);
    }
}
