package org.latencyprobes.cli.logs;

import java.util.Collection;
import org.HdrHistogram.Histogram;

/**
 * The sum of histograms of any resolution, as if all their samples had been recorded in one histogram of the coarsest.
 *
 * <p>The sum is exact. HdrHistogram's buckets are powers of two wide and begin at multiples of their width. So each bucket of a histogram
 * lies within one bucket of any histogram with no more digits and no smaller unit, and a sample stays in the bucket in which it would have
 * been recorded. In a finer histogram it could be in another bucket, and the percentiles would be too low. Not thread-safe.
 */
public final class HistogramSum {

    private Histogram total;
    private Untimed untimed = Untimed.NONE;

    /** Creates a sum of nothing. */
    public HistogramSum() {}

    /**
     * The sum of the samples of some histograms.
     *
     * @param parts of any resolution
     * @return null without parts
     */
    public static Histogram of(Collection<Histogram> parts) {
        HistogramSum sum = new HistogramSum();
        parts.forEach(part -> sum.add(part, Untimed.NONE));
        return sum.total();
    }

    /**
     * Adds a line.
     *
     * @param histogram its samples
     * @param more its calls that were not timed
     */
    public void add(Histogram histogram, Untimed more) {
        untimed = untimed.plus(more);
        if (total == null) {
            total = empty(histogram, histogram);
        } else if (isCoarser(histogram)) {
            Histogram coarser = empty(total, histogram);
            coarser.add(total);
            total = coarser;
        }
        total.add(histogram); // grows as needed
    }

    private boolean isCoarser(Histogram histogram) {
        return histogram.getNumberOfSignificantValueDigits() < total.getNumberOfSignificantValueDigits()
                || histogram.getLowestDiscernibleValue() > total.getLowestDiscernibleValue();
    }

    private static Histogram empty(Histogram one, Histogram other) {
        Histogram histogram = new Histogram(
                Math.max(one.getLowestDiscernibleValue(), other.getLowestDiscernibleValue()),
                Math.max(one.getHighestTrackableValue(), other.getHighestTrackableValue()),
                Math.min(one.getNumberOfSignificantValueDigits(), other.getNumberOfSignificantValueDigits()));
        histogram.setAutoResize(true);
        return histogram;
    }

    /**
     * The calls that were not timed, in all that was added.
     *
     * @return their sum
     */
    public Untimed untimed() {
        return untimed;
    }

    /**
     * The sum, with the first start and the last end of what was added.
     *
     * @return not a copy; null if nothing was added
     */
    public Histogram total() {
        return total;
    }
}
