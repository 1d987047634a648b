package org.latencyprobes.analysis.statistics;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean, or a difference of two means, whose uncertainty follows Student's t. The values must be independent: one of each JVM or block, not
 * the calls within one. Their distribution must not be far from normal.
 *
 * @param mean the estimate
 * @param standardError the standard deviation of the estimate, from 0 on; NaN for a single value
 * @param degreesOfFreedom 0 for a single value, which has no interval
 */
public record MeanEstimate(double mean, double standardError, double degreesOfFreedom) {

    /**
     * The mean of independent values.
     *
     * @param values at least one, all finite
     * @return the mean
     * @throws IllegalArgumentException if there is no value, or one is not finite
     */
    public static MeanEstimate of(double... values) {
        check(values);
        double mean = Arrays.stream(values).average().orElseThrow();
        return new MeanEstimate(mean, Math.sqrt(variance(values, mean) / values.length), values.length - 1.0);
    }

    /**
     * The mean of the differences of pairs, where both sides of a pair met the same machine at about the same time.
     *
     * @param left a value for each pair
     * @param right the other value of each, in the same order
     * @return the mean of left less right
     * @throws IllegalArgumentException if the lengths differ, there is no value, or one is not finite
     */
    public static MeanEstimate ofDifferences(double[] left, double[] right) {
        if (left.length != right.length) {
            throw new IllegalArgumentException("pairs have two sides: " + left.length + " and " + right.length);
        }
        double[] differences = left.clone();
        Arrays.setAll(differences, i -> left[i] - right[i]);
        return of(differences);
    }

    /**
     * The difference to another, independent mean (Welch 1947, with the degrees of freedom of Satterthwaite 1946).
     *
     * @param other what is subtracted
     * @return this less the other; without interval if one of them has none
     */
    public MeanEstimate minus(MeanEstimate other) {
        if (degreesOfFreedom == 0 || other.degreesOfFreedom == 0) {
            return new MeanEstimate(mean - other.mean, Double.NaN, 0);
        }
        double ofThis = standardError * standardError;
        double ofOther = other.standardError * other.standardError;
        double sum = ofThis + ofOther;
        double degrees = sum == 0
                ? degreesOfFreedom + other.degreesOfFreedom
                : sum * sum / (ofThis * ofThis / degreesOfFreedom + ofOther * ofOther / other.degreesOfFreedom);
        return new MeanEstimate(mean - other.mean, Math.sqrt(sum), degrees);
    }

    /**
     * The difference to another, independent mean, where one estimate of the values' spread is behind both standard errors.
     *
     * @param other what is subtracted
     * @return this less the other, with the degrees of freedom of the one estimate
     */
    MeanEstimate minusOfSameSpread(MeanEstimate other) {
        return new MeanEstimate(
                mean - other.mean,
                Math.hypot(standardError, other.standardError),
                Math.min(degreesOfFreedom, other.degreesOfFreedom));
    }

    /**
     * The confidence interval.
     *
     * @param confidence such as 0.95, above 0 and below 1
     * @return Student's interval; with infinite ends for a single value
     */
    public ConfidenceInterval interval(double confidence) {
        Confidence.check(confidence);
        if (degreesOfFreedom == 0) {
            return new ConfidenceInterval(Double.NEGATIVE_INFINITY, mean, Double.POSITIVE_INFINITY);
        }
        double half =
                TDistribution.of(degreesOfFreedom).inverseSurvivalProbability((1 - confidence) / 2) * standardError;
        return new ConfidenceInterval(mean - half, mean, mean + half);
    }

    /**
     * The two-sided p-value of a hypothesis.
     *
     * @param hypothesis what the mean would be
     * @return the probability of an estimate at least as far from it, if it were true; 1 for a single value
     */
    public double pValue(double hypothesis) {
        if (degreesOfFreedom == 0 || mean == hypothesis) {
            return 1;
        }
        double t = Math.abs(mean - hypothesis) / standardError;
        return 2 * TDistribution.of(degreesOfFreedom).survivalProbability(t);
    }

    private static double variance(double[] values, double mean) {
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return squares / (values.length - 1);
    }

    static void check(double[] values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no values");
        }
        for (double value : values) {
            if (!Double.isFinite(value)) {
                throw new IllegalArgumentException("not finite: " + Arrays.toString(values));
            }
        }
    }
}
