package org.latencyprobes.analysis.statistics;

import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;
import org.apache.commons.numbers.gamma.RegularizedBeta;

/**
 * The ranks of the two samples between which a quantile lies with a confidence, whatever the distribution: order statistics, by the binomial
 * distribution (Conover, "Practical Nonparametric Statistics", 3rd edition, section 3.2). The samples must be independent. Calls that follow
 * each other seldom are, so for one recording the interval is too narrow: use it for the spread of blocks or as a lower bound.
 *
 * @param low the lower sample's rank among all, from 1 on; 0 where no sample is low enough
 * @param high the upper sample's rank; one more than there are where no sample is high enough
 * @param samples how many there are
 * @param quantile above 0 and below 1
 */
public record QuantileRanks(long low, long high, long samples, double quantile) {

    /**
     * The ranks.
     *
     * @param samples how many there are, at least 1, at most 10¹⁰
     * @param quantile above 0 and below 1
     * @param confidence the least probability that the quantile lies between, above 0 and below 1
     * @return the ranks
     * @throws IllegalArgumentException if an argument is out of its range
     */
    public static QuantileRanks of(long samples, double quantile, double confidence) {
        Confidence.check(confidence);
        if (samples < 1 || !(quantile > 0 && quantile < 1)) {
            throw new IllegalArgumentException(samples + " samples, quantile " + quantile);
        }
        double outside = (1 - confidence) / 2;
        long low = firstRankAbove(samples, quantile, outside);
        long high = firstRankAbove(samples, quantile, 1 - outside) + 1;
        return new QuantileRanks(low, high, samples, quantile);
    }

    /**
     * The quantile of recorded values with its interval.
     *
     * @param histogram in any unit, with as many values as these ranks are for
     * @return the interval in the histogram's unit, widened by its buckets; infinite where no sample is low or high enough
     */
    public Interval of(AbstractHistogram histogram) {
        if (histogram.getTotalCount() != samples) {
            throw new IllegalArgumentException(histogram.getTotalCount() + " samples instead of " + samples);
        }
        double middle = histogram.getValueAtPercentile(quantile * 100);
        return new Interval(
                low < 1 ? Double.NEGATIVE_INFINITY : histogram.lowestEquivalentValue(valueAt(histogram, low)),
                middle,
                high > samples ? Double.POSITIVE_INFINITY : valueAt(histogram, high));
    }

    private static long valueAt(AbstractHistogram histogram, long rank) {
        for (HistogramIterationValue value : histogram.recordedValues()) {
            if (value.getTotalCountToThisValue() >= rank) {
                return value.getValueIteratedTo();
            }
        }
        return histogram.getMaxValue();
    }

    /** The least k for which at most k of all samples lie below the quantile with at least this probability. */
    private static long firstRankAbove(long samples, double quantile, double probability) {
        long low = 0;
        long high = samples;
        while (low < high) {
            long middle = (low + high) / 2;
            if (atMost(middle, samples, quantile) >= probability) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** The binomial distribution (DLMF 8.17.5). */
    private static double atMost(long successes, long samples, double quantile) {
        return successes >= samples
                ? 1
                : RegularizedBeta.complement(quantile, successes + 1.0, samples - (double) successes);
    }
}
