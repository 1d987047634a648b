package org.latencyprobes.internal.thread;

import java.io.PrintStream;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The handler of errors that no code of ours expects, those of the JVM above all. They end a thread, but for one that begins its work anew. It writes a line to the standard error of when it
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
        long errors = count.incrementAndGet();
        if (Long.bitCount(errors) == 1) {
            lines.println("latency-probes: unexpected in thread " + thread.getName() + ", " + errors
                    + " of ours so far: " + error);
        }
    }
}
