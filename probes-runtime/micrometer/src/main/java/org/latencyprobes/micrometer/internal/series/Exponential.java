package org.latencyprobes.micrometer.internal.series;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_SECOND;

import org.latencyprobes.internal.counts.Layout;

/**
 * The buckets of exponential histograms with 32 to each factor of two: schema 5 of Prometheus, scale 5 of OpenTelemetry. Bucket
 * {@code i} holds the durations above 2^((i−1)/32) s and up to 2^(i/32) s; each is 2.19 % wide.
 *
 * <p>A counter of the probe, at most 0.78 % wide, goes as a whole into the bucket that its middle lies in.
 */
public final class Exponential {

    public static final int SCALE = 5;

    private static final double BUCKETS_PER_DOUBLING = 1 << SCALE;

    /** The bucket of the shortest duration but 0, of 1 ns. */
    public static final int FIRST = bucketOf(1);

    /** How many buckets the whole range of a probe has. */
    public static final int LENGTH = bucketOf(Layout.MAX_NANOS) - FIRST + 1;

    /** By {@link Layout} index, the bucket minus {@link #FIRST}; entry 0 means nothing, since 0 ns has no bucket. */
    private static final short[] BUCKETS = buckets();

    private Exponential() {}

    private static int bucketOf(double nanos) {
        return (int) Math.ceil(Math.log(nanos / NANOS_PER_SECOND) / Math.log(2) * BUCKETS_PER_DOUBLING);
    }

    private static short[] buckets() {
        short[] buckets = new short[Layout.LENGTH];
        for (int index = 1; index < buckets.length; index++) {
            double middle = (Layout.lowestNanos(index) + (double) Layout.highestNanos(index)) / 2;
            buckets[index] = (short) (bucketOf(middle) - FIRST);
        }
        return buckets;
    }

    /** Where in an array of {@link #LENGTH} the counts of a {@link Layout} index from 1 belong. */
    static int positionOf(int layoutIndex) {
        return BUCKETS[layoutIndex];
    }
}
