package org.latencyprobes.analysis.statistics;

/** The logarithm of the gamma function: Stirling's series (DLMF 5.11.1), after shifting the argument to where it is exact. */
final class LogGamma {

    private static final double HALF_LOG_TWO_PI = 0.5 * Math.log(2 * Math.PI);

    /** Bernoulli numbers B(2k) over 2k(2k − 1). */
    private static final double[] SERIES = {
        1.0 / 12, -1.0 / 360, 1.0 / 1_260, -1.0 / 1_680, 1.0 / 1_188, -691.0 / 360_360, 1.0 / 156
    };

    /** From here on the series is exact to a double's last digits. */
    private static final double EXACT_FROM = 12;

    private LogGamma() {}

    /** The logarithm, for a positive argument. */
    static double of(double argument) {
        double shift = 0;
        double x = argument;
        for (; x < EXACT_FROM; x++) {
            shift += Math.log(x);
        }
        double series = 0;
        for (int k = SERIES.length - 1; k >= 0; k--) {
            series = series / (x * x) + SERIES[k];
        }
        return (x - 0.5) * Math.log(x) - x + HALF_LOG_TWO_PI + series / x - shift;
    }
}
