package org.latencyprobes.analysis.statistics;

/** Student's t distribution, computed from the incomplete beta function (DLMF 8.17). Stateless. */
public final class StudentT {

    private StudentT() {}

    /**
     * The probability of a value farther from 0, on either side.
     *
     * @param t the value
     * @param degreesOfFreedom positive, not necessarily whole
     * @return the two-sided p-value, 0 to 1
     */
    public static double twoSidedP(double t, double degreesOfFreedom) {
        double square = t * t;
        if (Double.isInfinite(square)) {
            return 0;
        }
        double sum = degreesOfFreedom + square;
        return Beta.regularized(degreesOfFreedom / sum, square / sum, degreesOfFreedom / 2, 0.5);
    }

    /**
     * The half width of an interval around 0.
     *
     * @param confidence the probability of a value within it, above 0 and below 1
     * @param degreesOfFreedom positive, not necessarily whole
     * @return the value beyond which (1 − confidence) / 2 lie, such as 2.571 for 0.95 and 5
     * @throws IllegalArgumentException if an argument is out of its range
     */
    public static double critical(double confidence, double degreesOfFreedom) {
        Confidence.check(confidence);
        if (!(degreesOfFreedom > 0)) {
            throw new IllegalArgumentException("degrees of freedom: " + degreesOfFreedom);
        }
        return Bisection.ofFalling(t -> twoSidedP(t, degreesOfFreedom), 1 - confidence);
    }
}
