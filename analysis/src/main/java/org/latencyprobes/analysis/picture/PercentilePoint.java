package org.latencyprobes.analysis.picture;

/**
 * A duration at a percentile.
 *
 * @param percentile 0 to 100
 * @param nanos the duration that the percentile's share of all samples does not exceed, in ns
 */
public record PercentilePoint(double percentile, double nanos) {

    /**
     * Creates a point.
     *
     * @param percentile 0 to 100
     * @param nanos the duration, in ns
     * @throws IllegalArgumentException if one is out of its range
     */
    public PercentilePoint {
        if (!(percentile >= 0 && percentile <= 100) || !(nanos >= 0 && nanos < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("percentile " + percentile + ", " + nanos + " ns");
        }
    }
}
