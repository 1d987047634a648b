package org.latencyprobes.internal.probe;

/**
 * The cost of measuring by this copy of the library, as the {@link Hub} tells its readers. Whoever records by another clock than
 * {@link System#nanoTime}, as the agent does, sets it. Thread-safe.
 */
public final class HubCost {

    private static final double PICOS_PER_NANO = 1e3;

    private static volatile long[] picos = {0, 0};

    private HubCost() {}

    /**
     * Sets the cost.
     *
     * @param timedNanos what measuring a call takes that is timed, in ns; 0 where that is not known
     * @param countedNanos what it takes where the call is counted only, in ns; 0 where that is not known
     */
    public static void set(double timedNanos, double countedNanos) {
        picos = new long[] {Math.round(PICOS_PER_NANO * timedNanos), Math.round(PICOS_PER_NANO * countedNanos)};
    }

    /** As {@link Hub#COST} has it; not to be changed. */
    static long[] picos() {
        return picos;
    }
}
