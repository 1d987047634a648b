package org.latencyprobes.internal.thread;

import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The handler of errors that end a thread of ours, those of the JVM above all. It writes a line to the standard error of when it
 * was loaded, for the first, second, fourth and so on. The application's own handler hears nothing of threads that are not its
 * own. Thread-safe.
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
