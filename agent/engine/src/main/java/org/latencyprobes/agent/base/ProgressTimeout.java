package org.latencyprobes.agent.base;

import java.util.concurrent.TimeUnit;

/**
 * A timeout for the end of a thread. It waits as long as the thread makes progress, but not for ever: neither a hung disk nor a slow one
 * must keep the JVM. For one thread.
 */
public final class ProgressTimeout {

    /** How long there may be no progress. */
    public static final long LONGEST_SILENCE_MILLIS = 10_000;

    /** How long it may take with progress. */
    public static final long LONGEST_MILLIS = 60_000;

    private static final long POLL_MILLIS = 100;

    /** A count that grows as long as there is progress. Not a type of the JDK's, which the end of every JVM would have to load. */
    public interface Counter {

        /** From any thread. */
        long progress();
    }

    private final Counter progress;
    private final long silenceMillis;
    private final long longestMillis;

    public ProgressTimeout(Counter progress, long silenceMillis, long longestMillis) {
        this.progress = progress;
        this.silenceMillis = silenceMillis;
        this.longestMillis = longestMillis;
    }

    /**
     * Returns whether the thread has ended. An interrupt, which is the application's, ends no wait and stays set. Uses no class that the end of
     * the JVM would have to load from a jar that may be overwritten.
     */
    public boolean await(Thread thread) {
        long startNanos = System.nanoTime();
        long movedNanos = startNanos;
        long seen = progress.progress();
        boolean interrupted = false;
        boolean isOver = false;
        while (thread.isAlive() && !isOver) {
            try {
                thread.join(POLL_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
            long now = progress.progress();
            // once: whoever looks may lose its CPU, which is no silence of the thread
            long nowNanos = System.nanoTime();
            if (now != seen) {
                seen = now;
                movedNanos = nowNanos;
            }
            isOver = isOver(nowNanos - movedNanos, silenceMillis) || isOver(nowNanos - startNanos, longestMillis);
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !thread.isAlive();
    }

    private static boolean isOver(long nanos, long millis) {
        return nanos > TimeUnit.MILLISECONDS.toNanos(millis);
    }
}
