package org.latencyprobes.cli.why.band;

import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.latencyprobes.internal.counts.Strata;

/** How many calls of a band each call that is known one by one stands for. Immutable. */
public final class CallWeights {

    private final double[] byStratum = new double[Strata.COUNT];

    /**
     * Counts.
     *
     * @param counts all calls, in ns
     * @param band which of them
     * @param sampled the durations of those in the sample, in ns
     */
    public CallWeights(Histogram counts, Band band, LongStream sampled) {
        long[] bySubBucket = LayoutSubBuckets.counts(counts);
        double[] all = new double[Strata.COUNT];
        for (int subBucket = band.edge() + 1; subBucket < bySubBucket.length; subBucket++) {
            all[subBucket / Strata.COUNTERS] += bySubBucket[subBucket];
        }
        double[] kept = new double[Strata.COUNT];
        sampled.filter(band::contains).forEach(nanos -> kept[LayoutSubBuckets.INSTANCE.of(nanos) / Strata.COUNTERS]++);
        for (int stratum = 0; stratum < Strata.COUNT; stratum++) {
            byStratum[stratum] = kept[stratum] == 0 ? 0 : all[stratum] / kept[stratum];
        }
    }

    /**
     * The weight of a call of the sample.
     *
     * @param nanos its duration, in ns
     * @return how many calls it stands for
     */
    public double of(long nanos) {
        return byStratum[LayoutSubBuckets.INSTANCE.of(nanos) / Strata.COUNTERS];
    }
}
