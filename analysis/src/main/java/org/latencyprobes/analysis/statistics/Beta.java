package org.latencyprobes.analysis.statistics;

/** The regularized incomplete beta function, from which Student's t and the binomial distribution follow (DLMF 8.17). */
final class Beta {

    private static final double TINY = 1e-300;
    private static final double PRECISION = 1e-15;

    /** The fraction needs about the square root of the larger parameter: this is enough for 10¹⁰ samples. */
    private static final int MOST_STEPS = 1_000_000;

    private Beta() {}

    /**
     * The function's value.
     *
     * @param x 0 to 1
     * @param rest 1 − x, given apart because a small one would lose its digits in the subtraction
     * @param a positive
     * @param b positive
     */
    static double regularized(double x, double rest, double a, double b) {
        if (x <= 0 || rest <= 0) {
            return x <= 0 ? 0 : 1;
        }
        double front = Math.exp(LogGamma.of(a + b)
                - LogGamma.of(a)
                - LogGamma.of(b)
                + a * (x < 0.5 ? Math.log(x) : Math.log1p(-rest))
                + b * (rest < 0.5 ? Math.log(rest) : Math.log1p(-x)));
        return x < (a + 1) / (a + b + 2) ? front * fraction(x, a, b) / a : 1 - front * fraction(rest, b, a) / b;
    }

    /** The continued fraction DLMF 8.17.22, by the modified method of Lentz (Thompson and Barnett, 1986). */
    private static double fraction(double x, double a, double b) {
        double c = 1;
        double d = 1 / notZero(1 - (a + b) * x / (a + 1));
        double value = d;
        for (int m = 1; m <= MOST_STEPS; m++) {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 / notZero(1 + even * d);
            c = notZero(1 + even / c);
            value *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = 1 / notZero(1 + odd * d);
            c = notZero(1 + odd / c);
            value *= d * c;
            if (Math.abs(d * c - 1) < PRECISION) {
                return value;
            }
        }
        throw new ArithmeticException("no convergence for " + x + ", " + a + ", " + b);
    }

    private static double notZero(double value) {
        return Math.abs(value) < TINY ? TINY : value;
    }
}
