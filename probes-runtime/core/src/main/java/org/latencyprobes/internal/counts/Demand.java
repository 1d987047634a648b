package org.latencyprobes.internal.counts;

/**
 * The demand for the octaves that all stripes share: whether a stripe should have one of its own.
 *
 * <p>It is asked at one of {@value Stripes#SAMPLES_BETWEEN_CHECKS} samples of a shared counter, by the thread that recorded the sample. Demand is
 * high when {@value #QUICK_CHECKS} checks in a row came quickly one after another: some 16,000 samples at 20,000 a second or more. Below that
 * the threads that wait for each other's cache line lose less than 0.2 % of one processor. What goes to stripes' own octaves is no demand any
 * more. So an octave that few samples come into stays shared, unless threads without octaves of their own keep demand high.
 *
 * <p>Read and written without ordering: what threads overwrite delays a decision and makes no count wrong. Wait-free, allocates nothing.
 */
final class Demand {

    static final int QUICK_CHECKS = 16;

    private static final long QUICK_NANOS = 50_000_000;

    private long lastNanos;
    private int quickChecks;

    /** Whether it is high, now that a check is made. */
    boolean isHighAt(long nowNanos) {
        boolean quick = nowNanos - lastNanos < QUICK_NANOS;
        lastNanos = nowNanos;
        quickChecks = quick ? Math.min(quickChecks + 1, QUICK_CHECKS) : 0;
        return quickChecks == QUICK_CHECKS;
    }
}
