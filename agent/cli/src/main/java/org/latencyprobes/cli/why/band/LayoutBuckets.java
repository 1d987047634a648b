package org.latencyprobes.cli.why.band;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.latencyprobes.explain.sample.Buckets;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.counts.Strata;

/** The agent's sub-buckets, and the strata by which it samples. Stateless. */
public final class LayoutBuckets implements Buckets {

    static final LayoutBuckets INSTANCE = new LayoutBuckets();

    private LayoutBuckets() {}

    @Override
    public int of(long nanos) {
        return Layout.indexOf(Math.max(0, Math.min(nanos, Layout.MAX_NANOS)));
    }

    @Override
    public double middleNanos(int bucket) {
        return (Layout.lowestNanos(bucket) + Layout.highestNanos(bucket)) / 2.0;
    }

    @Override
    public int inStratum() {
        return Strata.COUNTERS;
    }

    /** The calls of a histogram by bucket, up to the last that has one. */
    static long[] counts(Histogram histogram) {
        long[] counts = new long[histogram.getTotalCount() == 0 ? 0 : INSTANCE.of(histogram.getMaxValue()) + 1];
        for (HistogramIterationValue value : histogram.recordedValues()) {
            counts[INSTANCE.of(value.getValueIteratedTo())] += value.getCountAddedInThisIterationStep();
        }
        return counts;
    }

    /**
     * The calls of a histogram by stratum.
     *
     * @param histogram in ns
     * @return how many, by the stratum's number
     */
    public static double[] byStratum(Histogram histogram) {
        double[] strata = new double[Strata.COUNT];
        long[] counts = counts(histogram);
        for (int bucket = 0; bucket < counts.length; bucket++) {
            strata[bucket / Strata.COUNTERS] += counts[bucket];
        }
        return strata;
    }
}
