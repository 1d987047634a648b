package org.latencyprobes.cli.why.band;

/**
 * Which calls are to be explained.
 *
 * @param slowNanos those from this duration on, in ns; 0 for those beyond a percentile
 * @param percentile those beyond this one; 0 for all; NaN for the highest that has calls enough
 */
public record Wanted(long slowNanos, double percentile) {

    /** The highest percentile that has calls enough. */
    public static final Wanted AUTO = new Wanted(0, Double.NaN);

    /** {@return the same where no percentile is known} */
    public Wanted ofAll() {
        return new Wanted(slowNanos, 0);
    }

    /**
     * The calls from a duration on.
     *
     * @param nanos in ns; 0 for those beyond the highest percentile that has calls enough
     * @return what is wanted
     */
    public static Wanted from(long nanos) {
        return new Wanted(nanos, Double.NaN);
    }
}
