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

    private static final long POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

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

    /** Returns whether the thread has ended. Uses no class that the end of the JVM would have to load from a jar that may be overwritten. */
    public boolean await(Thread thread) {
        long startNanos = System.nanoTime();
        long movedNanos = startNanos;
        long seen = progress.progress();
        boolean isOver = false;
        while (!isOver && !await(thread, POLL_NANOS)) {
            long now = progress.progress();
            // once: whoever looks may lose its CPU, which is no silence of the thread
            long nowNanos = System.nanoTime();
            if (now != seen) {
                seen = now;
                movedNanos = nowNanos;
            }
            isOver = isOver(nowNanos - movedNanos, silenceMillis) || isOver(nowNanos - startNanos, longestMillis);
        }
        return !thread.isAlive();
    }

    /**
     * Waits for the end of a thread. An interrupt is the application's, which interrupts all threads: it ends no wait, and stays set.
     *
     * @param thread that is to end
     * @param nanos the longest wait
     * @return whether it has ended
     */
    public static boolean await(Thread thread, long nanos) {
        long endNanos = System.nanoTime() + nanos;
        boolean interrupted = false;
        for (long rest = nanos; rest > 0 && thread.isAlive(); rest = endNanos - System.nanoTime()) {
            try {
                TimeUnit.NANOSECONDS.timedJoin(thread, rest);
            } catch (InterruptedException e) {
                interrupted = true;
            }
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
