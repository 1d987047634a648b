package org.latencyprobes.probe;

/**
 * The price of measuring by this copy of the library, as its readers are told it. Whoever records by another clock than {@link
 * System#nanoTime}, as the agent does, sets it. Thread-safe.
 */
public final class Price {

    private static final double PICOS_PER_NANO = 1e3;

    private static volatile long[] picos = {0, 0};

    private Price() {}

    /**
     * Sets the price.
     *
     * @param timedNanos what measuring a call takes that is timed, in ns; 0 where that is not known
     * @param countedNanos what it takes where the call is counted only, in ns; 0 where that is not known
     */
    public static void set(double timedNanos, double countedNanos) {
        picos = new long[] {Math.round(PICOS_PER_NANO * timedNanos), Math.round(PICOS_PER_NANO * countedNanos)};
    }

    /** As {@link Hub#PRICE} has it; not to be changed. */
    static long[] picos() {
        return picos;
    }
}
