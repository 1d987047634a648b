package org.latencyprobes.counts;

/**
 * The demand for the octaves that all lanes share: whether it is such that a lane should have counters of its own, and for which
 * durations.
 *
 * <p>It is asked at one of {@value Lanes#SAMPLES_BETWEEN_CHECKS} samples of a shared counter, by the thread that recorded the
 * sample. Demand is high when {@value #QUICK_CHECKS} checks in a row came quickly one after another: some 16,000 samples at
 * 20,000 a second or more. Below that the threads that wait for each other's cache line lose less than 0.2 % of one processor.
 * Two checks in a row at durations close to each other say where most samples are; one alone may be of a rare duration.
 *
 * <p>Read and written without ordering: what threads overwrite delays a decision and makes no count wrong. Wait-free, allocates
 * nothing.
 */
final class Demand {

    static final int QUICK_CHECKS = 16;

    private static final long QUICK_NANOS = 50_000_000;
    private static final int CLOSE = Windows.WIDTH / 4;

    private long lastNanos;
    private int quickChecks;
    private int lastIndex;

    /** Whether a window around this counter would serve most samples. */
    boolean isHighAt(int index, long nowNanos) {
        boolean quick = nowNanos - lastNanos < QUICK_NANOS;
        boolean close = Math.abs(index - lastIndex) <= CLOSE;
        lastNanos = nowNanos;
        lastIndex = index;
        quickChecks = quick ? Math.min(quickChecks + 1, QUICK_CHECKS) : 0;
        return quickChecks == QUICK_CHECKS && close;
    }
}
