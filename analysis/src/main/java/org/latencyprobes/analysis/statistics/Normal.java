package org.latencyprobes.analysis.statistics;

/** The standard normal distribution. */
final class Normal {

    /** Below, Marsaglia's series; above, the continued fraction, which converges fast there. */
    private static final double SERIES_BELOW = 3;

    private static final int FRACTION_STEPS = 120;

    private Normal() {}

    /** The probability of a value farther from 0, on either side. */
    static double twoSidedP(double z) {
        double x = Math.abs(z);
        double density = Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
        return x < SERIES_BELOW ? 1 - 2 * density * series(x) : 2 * density / fraction(x);
    }

    /** The value beyond which (1 − confidence) / 2 lie, such as 1.96 for 0.95. */
    static double critical(double confidence) {
        Confidence.check(confidence);
        return Bisection.ofFalling(Normal::twoSidedP, 1 - confidence);
    }

    /** Marsaglia, "Evaluating the Normal Distribution", Journal of Statistical Software 11 (2004). */
    private static double series(double x) {
        double sum = 0;
        double term = x;
        for (int odd = 3; sum + term != sum; odd += 2) {
            sum += term;
            term *= x * x / odd;
        }
        return sum;
    }

    /** Laplace's continued fraction (DLMF 7.9.3). */
    private static double fraction(double x) {
        double value = x;
        for (int k = FRACTION_STEPS; k > 0; k--) {
            value = x + k / value;
        }
        return value;
    }
}
