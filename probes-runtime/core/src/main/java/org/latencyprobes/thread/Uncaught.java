package org.latencyprobes.thread;

import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What becomes of an error that ends a thread of ours, one of the JVM's above all: a line on the standard error of when this was loaded, for
 * the first, second, fourth and so on. The application's own handler hears nothing of threads that are not its own. Thread-safe.
 */
final class Uncaught implements Thread.UncaughtExceptionHandler {

    static final Uncaught INSTANCE = new Uncaught(System.err);

    private final PrintStream lines;
    private final AtomicLong count = new AtomicLong();

    Uncaught(PrintStream lines) {
        this.lines = lines;
    }

    @Override
    public void uncaughtException(Thread thread, Throwable error) {
        long ended = count.incrementAndGet();
        if (Long.bitCount(ended) == 1) {
            lines.println("latency-probes: thread " + thread.getName() + " has ended unexpectedly, " + ended
                    + " of ours so far: " + error);
        }
    }
}
