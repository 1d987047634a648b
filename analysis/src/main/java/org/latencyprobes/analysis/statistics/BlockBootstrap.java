package org.latencyprobes.analysis.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.HdrHistogram.AbstractHistogram;

/**
 * The comparison of a quantile of two long recordings, by drawing their blocks with replacement (Künsch 1989, with blocks that do not
 * overlap). A block is a stretch of time, such as a second, with all its calls: calls that are slow together stay together, and blocks should
 * be longer than what makes them so. It says how far these recordings differ, not how far two JVMs or releases do. For that, take several
 * JVMs and {@link RatioEstimate}.
 */
public final class BlockBootstrap {

    /** The number of blocks of a side from which there is an interval. */
    public static final int LEAST_BLOCKS = 20;

    private final BlockCounts over;
    private final BlockCounts under;

    /**
     * Creates a comparison. Needs memory for each bucket in use of each block.
     *
     * @param over the blocks of the recording above the line, in time order, in the unit of the other
     * @param under those of the recording below the line
     * @throws IllegalArgumentException if a side has no samples
     */
    public BlockBootstrap(List<? extends AbstractHistogram> over, List<? extends AbstractHistogram> under) {
        this.over = BlockCounts.of(over);
        this.under = BlockCounts.of(under);
    }

    /**
     * The ratio of a quantile. The same arguments always give the same interval.
     *
     * @param quantile above 0 and below 1
     * @param confidence such as 0.95, above 0 and below 1
     * @param resamples how often to draw, such as 2,000
     * @param seed of the draws
     * @return the ratio with the percentile interval (Efron 1979); from 0 to infinity where a side has fewer than 20 blocks, or fewer than
     *     50 samples beyond the quantile
     */
    public Interval quantileRatio(double quantile, double confidence, int resamples, long seed) {
        return quantileRatio(quantile, confidence, resamples, new SplittableRandom(seed)::nextInt);
    }

    /**
     * The ratio of a quantile.
     *
     * @param draw a number from 0 to below its argument; first for each block of the one side, then for each of the other
     */
    Interval quantileRatio(double quantile, double confidence, int resamples, IntUnaryOperator draw) {
        Confidence.check(confidence);
        double ratio = over.quantile(quantile) / (double) under.quantile(quantile);
        if (!over.suffices(quantile) || !under.suffices(quantile)) {
            return new Interval(0, ratio, Double.POSITIVE_INFINITY);
        }
        double[] ratios = new double[resamples];
        for (int i = 0; i < resamples; i++) {
            double top = over.drawn(quantile, draw);
            ratios[i] = top / under.drawn(quantile, draw);
        }
        Arrays.sort(ratios);
        double outside = (1 - confidence) / 2;
        return new Interval(interpolated(ratios, outside), ratio, interpolated(ratios, 1 - outside));
    }

    /** The quantile of sorted values, interpolated as NumPy does by default (Hyndman and Fan's type 7). */
    private static double interpolated(double[] sorted, double quantile) {
        double place = quantile * (sorted.length - 1);
        int below = (int) place;
        double share = place - below;
        return share == 0 ? sorted[below] : sorted[below] + share * (sorted[below + 1] - sorted[below]);
    }
}
