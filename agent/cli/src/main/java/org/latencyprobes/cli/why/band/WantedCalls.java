package org.latencyprobes.cli.why.band;

/**
 * Which calls are to be explained.
 *
 * @param slowNanos those from this duration on, in ns; 0 for those beyond a percentile
 * @param percentile those beyond this one; 0 for all; NaN for the highest that has calls enough
 */
public record WantedCalls(long slowNanos, double percentile) {

    /** The highest percentile that has calls enough. */
    public static final WantedCalls AUTO = new WantedCalls(0, Double.NaN);

    /** {@return the same where no percentile is known} */
    public WantedCalls ofAll() {
        return new WantedCalls(slowNanos, 0);
    }

    /**
     * The calls from a duration on.
     *
     * @param nanos in ns; 0 for those beyond the highest percentile that has calls enough
     * @return what is wanted
     */
    public static WantedCalls from(long nanos) {
        return new WantedCalls(nanos, Double.NaN);
    }
}
