package org.latencyprobes.internal.report;

import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import org.HdrHistogram.Histogram;

/**
 * The confidence interval of a percentile, where the histogram holds a uniform random choice of the calls.
 *
 * <p>Bounds are order statistics: whatever the distribution of the durations, the number of samples at or below its percentile is binomial.
 * So the l-th shortest and the u-th shortest sample enclose the true percentile with a probability that depends on l, u and the number of
 * samples alone (Conover, Practical Nonparametric Statistics, section 3.2). Either bound fails in at most {@value #TAIL} of the cases. Where
 * the binomial's variance is above {@value #NORMAL_FROM_VARIANCE}, the normal distribution takes its place.
 *
 * @param lowMicros the lower bound, in µs
 * @param highMicros the upper bound, in µs
 */
public record PercentileBounds(double lowMicros, double highMicros) {

    /** A percentile is shown where so many samples are expected beyond it, or more. */
    public static final int LEAST_BEYOND = 10;

    private static final double TAIL = 0.025;
    private static final double NORMAL_FROM_VARIANCE = 1_000;
    private static final double Z = 1.96;

    /**
     * Whether there are enough samples for a percentile.
     *
     * @param samples how many there are
     * @param percentile 0 to 100
     * @return true if {@value #LEAST_BEYOND} or more are expected beyond it
     */
    public static boolean isSupported(long samples, double percentile) {
        return samples * (PERCENT - percentile) >= LEAST_BEYOND * PERCENT * (1 - 1e-9);
    }

    /**
     * The 95 % confidence interval of a percentile that the samples support.
     *
     * @param histogram the samples, in ns
     * @param percentile above 0 and below 100
     * @return its bounds
     */
    static PercentileBounds of(Histogram histogram, double percentile) {
        long samples = histogram.getTotalCount();
        long[] ranks = ranks(samples, percentile / PERCENT);
        return new PercentileBounds(
                histogram.lowestEquivalentValue(nanosAt(histogram, ranks[0])) / UnitFactors.NANOS_PER_MICRO,
                histogram.highestEquivalentValue(nanosAt(histogram, ranks[1])) / UnitFactors.NANOS_PER_MICRO);
    }

    private static long nanosAt(Histogram histogram, long rank) {
        return histogram.getValueAtPercentile(PERCENT * (rank - 0.5) / histogram.getTotalCount());
    }

    /** The ranks of the samples that enclose a quantile, from 1; clamped to the shortest and the longest sample. */
    static long[] ranks(long samples, double quantile) {
        double variance = samples * quantile * (1 - quantile);
        if (variance > NORMAL_FROM_VARIANCE) {
            double half = Z * Math.sqrt(variance);
            return clamped(
                    (long) Math.floor(samples * quantile - half),
                    (long) Math.ceil(samples * quantile + half) + 1,
                    samples);
        }
        return exactRanks(samples, quantile);
    }

    /** Walks from the mode of the binomial distribution into both tails, as long as what is left there is too much. */
    private static long[] exactRanks(long samples, double quantile) {
        long mode = (long) Math.min(samples, Math.floor((samples + 1) * quantile));
        double[] probabilities = around(samples, quantile, mode);
        int half = probabilities.length / 2;
        double sum = 0;
        for (double probability : probabilities) {
            sum += probability;
        }
        int low = 0; // P(fewer than rank l) must not exceed the tail
        for (double below = probabilities[0]; below <= TAIL * sum; below += probabilities[low]) {
            low++;
        }
        int high = probabilities.length - 1; // P(u or more) must not exceed it either
        for (double above = probabilities[high]; above <= TAIL * sum; above += probabilities[high]) {
            high--;
        }
        return clamped(mode - half + low, mode - half + high + 1, samples);
    }

    /** Probabilities of the numbers around the mode, relative to that of the mode, as far as they matter. */
    private static double[] around(long samples, double quantile, long mode) {
        int half = (int) Math.min(samples + 1, 10 * Math.ceil(Math.sqrt(samples * quantile * (1 - quantile)) + 2));
        double[] probabilities = new double[2 * half + 1];
        double odds = quantile / (1 - quantile);
        probabilities[half] = 1;
        for (int i = 1; i <= half; i++) {
            long up = mode + i;
            probabilities[half + i] = up > samples ? 0 : probabilities[half + i - 1] * odds * (samples - up + 1) / up;
            long down = mode - i;
            probabilities[half - i] = down < 0 ? 0 : probabilities[half - i + 1] / odds * (down + 1) / (samples - down);
        }
        return probabilities;
    }

    private static long[] clamped(long low, long high, long samples) {
        return new long[] {Math.max(1, low), Math.min(samples, high)};
    }
}
