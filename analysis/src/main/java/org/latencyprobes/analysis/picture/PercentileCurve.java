package org.latencyprobes.analysis.picture;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;
import org.latencyprobes.analysis.statistics.TailSamples;

/**
 * The percentiles of one recording.
 *
 * @param samples how many samples there are
 * @param from the percentile from which on it is known
 * @param points with rising percentiles; the last has 100 and the longest
 */
public record PercentileCurve(long samples, double from, List<PercentilePoint> points) {

    /**
     * Creates a curve.
     *
     * @param samples how many samples there are
     * @param from the percentile from which on it is known
     * @param points with rising percentiles and durations
     * @throws IllegalArgumentException if points fall
     */
    public PercentileCurve {
        points = List.copyOf(points);
        for (int i = 1; i < points.size(); i++) {
            if (points.get(i).percentile() < points.get(i - 1).percentile()
                    || points.get(i).nanos() < points.get(i - 1).nanos()) {
                throw new IllegalArgumentException("points must rise: " + points.get(i - 1) + ", " + points.get(i));
            }
        }
    }

    /**
     * The curve of a histogram.
     *
     * @param histogram in ns
     * @return a point for each bucket that holds samples
     */
    public static PercentileCurve of(AbstractHistogram histogram) {
        List<PercentilePoint> points = new ArrayList<>();
        long total = histogram.getTotalCount();
        for (HistogramIterationValue value : histogram.recordedValues()) {
            long reached = value.getTotalCountToThisValue();
            points.add(new PercentilePoint(
                    100.0 * reached / total,
                    reached == total
                            ? histogram.getMaxValue()
                            : histogram.highestEquivalentValue(value.getValueIteratedTo())));
        }
        return new PercentileCurve(total, 0, points);
    }

    /**
     * The duration at a percentile.
     *
     * @param percentile 0 to 100
     * @return in ns; 0 without samples
     */
    public double nanosAt(double percentile) {
        return points.stream()
                .filter(point -> point.percentile() >= percentile - 1e-9)
                .mapToDouble(PercentilePoint::nanos)
                .findFirst()
                .orElse(0);
    }

    /** The largest percentile with ten samples beyond it, or 0. */
    double lastPrintable() {
        return samples <= TailSamples.TO_PRINT ? 0 : 100 - 100.0 * TailSamples.TO_PRINT / samples;
    }

    /** Where the longest sample stands: half a sample before 100 (Hazen 1914). */
    double last() {
        return samples == 0 ? 0 : 100 - 50.0 / samples;
    }
}
