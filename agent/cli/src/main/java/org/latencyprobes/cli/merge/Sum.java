package org.latencyprobes.cli.merge;

import org.HdrHistogram.Histogram;

/**
 * The sum of histograms of any resolution, as if all their samples had been recorded in one histogram of the coarsest.
 *
 * <p>That is exact. HdrHistogram's buckets are powers of two wide and begin at multiples of their width, so each bucket of a histogram lies
 * within one bucket of any histogram with no more digits and no smaller unit: no sample can come to lie in another bucket than the one it
 * would have been recorded in. Into a finer histogram it could, and its percentiles would be too low. Not thread-safe.
 */
final class Sum {

    private Histogram total;

    void add(Histogram histogram) {
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

    /** With the first beginning and the last end of what was added; at least one histogram was. */
    Histogram total() {
        return total;
    }
}
