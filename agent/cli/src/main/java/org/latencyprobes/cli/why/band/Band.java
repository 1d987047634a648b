package org.latencyprobes.cli.why.band;

import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.explain.sample.StratifiedSample;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.counts.Strata;

/**
 * The calls that are explained: those of all sub-buckets beyond one.
 *
 * @param percentile that they are beyond; 0 where they are not chosen by one
 * @param edge the last sub-bucket that is not in it; −1 for all calls
 * @param name in words
 */
public record Band(double percentile, int edge, String name) {

    /** With fewer calls a band is listed, and nothing estimated. */
    public static final int CALLS_TO_ESTIMATE = 10;

    /** With fewer calls a percentile is not chosen, unless no other one has as many. */
    private static final int CALLS_TO_CHOOSE = 50;

    /** Where more of the calls were lost, there are no figures. */
    static final double MOST_LOST_SHARE = 0.2;

    private static final double[] CHOICE = {99.99, 99.9, 99};
    private static final double[] OF_FEW = {99.99, 99.9, 99, 90, 50};

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

    static Band of(StratifiedSample sample, Wanted wanted) {
        if (wanted.slowNanos() > 0) {
            return new Band(0, LayoutSubBuckets.INSTANCE.of(wanted.slowNanos()) - 1, from(wanted.slowNanos()));
        }
        if (wanted.percentile() == 0) {
            return all();
        }
        if (!Double.isNaN(wanted.percentile())) {
            return beyond(sample, wanted.percentile());
        }
        Band enough = highest(sample, CHOICE, CALLS_TO_CHOOSE);
        Band few = enough == null ? highest(sample, OF_FEW, CALLS_TO_ESTIMATE) : enough;
        return few == null ? known(sample) : few;
    }

    /** All calls, or those from the duration on from where most are known. */
    private static Band known(StratifiedSample sample) {
        int edge = -1;
        int last = sample.edge(100);
        while (edge + Strata.COUNTERS < last && sample.lostShare(edge, false) > MOST_LOST_SHARE) {
            edge += Strata.COUNTERS;
        }
        return edge < 0 || sample.lostShare(edge, false) > MOST_LOST_SHARE
                ? all()
                : new Band(0, edge, from(Layout.lowestNanos(edge + 1)));
    }

    private static String from(long nanos) {
        return "from " + DurationText.of(nanos) + " on";
    }

    static Band all() {
        return new Band(0, -1, "all calls");
    }

    private static Band beyond(StratifiedSample sample, double percentile) {
        String name = percentile == Math.rint(percentile) ? String.valueOf((long) percentile) : "" + percentile;
        return new Band(percentile, sample.edge(percentile), "p" + name);
    }

    private static Band highest(StratifiedSample sample, double[] percentiles, int fewest) {
        for (double percentile : percentiles) {
            Band band = beyond(sample, percentile);
            if (sample.beyond(band.edge) >= fewest && sample.lostShare(band.edge, false) <= MOST_LOST_SHARE) {
                return band;
            }
        }
        return null;
    }

    /**
     * Whether a call is in it.
     *
     * @param nanos its duration, in ns
     * @return whether its sub-bucket is beyond the edge
     */
    public boolean contains(long nanos) {
        return LayoutSubBuckets.INSTANCE.of(nanos) > edge;
    }

    /** {@return the shortest duration in it, in ns} */
    public long fromNanos() {
        return edge < 0 ? 0 : Layout.highestNanos(edge) + 1;
    }
}
