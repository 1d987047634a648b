package org.latencyprobes.cli.why.band;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.latencyprobes.explain.sample.SubBuckets;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.counts.Strata;

/** The agent's sub-buckets, and the strata by which it samples. Stateless. */
public final class LayoutSubBuckets implements SubBuckets {

    static final LayoutSubBuckets INSTANCE = new LayoutSubBuckets();

    private LayoutSubBuckets() {}

    @Override
    public int of(long nanos) {
        return Layout.indexOf(Math.max(0, Math.min(nanos, Layout.MAX_NANOS)));
    }

    @Override
    public double middleNanos(int subBucket) {
        return (Layout.lowestNanos(subBucket) + Layout.highestNanos(subBucket)) / 2.0;
    }

    @Override
    public int inStratum() {
        return Strata.COUNTERS;
    }

    /** The calls of a histogram by sub-bucket, up to the last that has one. */
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
        for (int subBucket = 0; subBucket < counts.length; subBucket++) {
            strata[subBucket / Strata.COUNTERS] += counts[subBucket];
        }
        return strata;
    }
}
