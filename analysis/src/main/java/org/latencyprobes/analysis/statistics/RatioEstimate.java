package org.latencyprobes.analysis.statistics;

import java.util.Arrays;

/**
 * A ratio of latencies: the geometric mean over blocks, with an interval by Student's t over the blocks' logarithms. A block is one JVM of
 * each side, run one after the other. Latencies multiply, so their logarithms are nearer to normal than they are, and the ratio of the one
 * side over the other is the reciprocal of the other over the one.
 */
public final class RatioEstimate {

    private final MeanEstimate logarithm;

    private RatioEstimate(MeanEstimate logarithm) {
        this.logarithm = logarithm;
    }

    /**
     * The mean of ratios that were formed within blocks.
     *
     * @param ratios one for each block, positive
     * @return the ratio
     * @throws IllegalArgumentException if there is no block, or a ratio is not positive and finite
     */
    public static RatioEstimate ofRatios(double... ratios) {
        return new RatioEstimate(MeanEstimate.of(logarithms(ratios)));
    }

    /**
     * The ratio.
     *
     * @return the geometric mean
     */
    public double ratio() {
        return Math.exp(logarithm.mean());
    }

    /**
     * The confidence interval.
     *
     * @param confidence such as 0.95, above 0 and below 1
     * @return the ratio with its ends; 0 and infinite for a single block
     */
    public ConfidenceInterval interval(double confidence) {
        return logarithm.interval(confidence).map(Math::exp);
    }

    /**
     * The two-sided p-value of a hypothesis.
     *
     * @param hypothesis what the ratio would be, positive
     * @return the probability of a ratio at least as far from it, if it were true; 1 for a single block
     */
    public double pValue(double hypothesis) {
        return logarithm.pValue(Math.log(hypothesis));
    }

    private static double[] logarithms(double[] figures) {
        return Arrays.stream(figures).map(RatioEstimate::logarithm).toArray();
    }

    private static double logarithm(double figure) {
        if (!(figure > 0)) {
            throw new IllegalArgumentException("a ratio needs positive figures: " + figure);
        }
        return Math.log(figure);
    }
}
