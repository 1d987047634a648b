package org.latencyprobes.analysis.statistics;

/**
 * How much a quantile differs between runs of the same program under the same load. It is kept for times when there are too few runs to tell.
 *
 * @param percentile above 0 and below 100, such as 99.9
 * @param deviation the standard deviation of the quantile's natural logarithm between runs
 * @param degreesOfFreedom of the deviation
 * @param samplesPerRun how many samples a run had
 */
public record RunSpread(double percentile, double deviation, double degreesOfFreedom, double samplesPerRun) {

    /** Runs with a smaller share of the samples differ by more than the spread says. */
    private static final double LEAST_SHARE = 0.5;

    /**
     * A spread as it was kept.
     *
     * @param percentile above 0 and below 100
     * @param deviation 0 or more
     * @param degreesOfFreedom above 0
     * @param samplesPerRun above 0
     * @throws IllegalArgumentException if a number is not what it can be
     */
    public RunSpread {
        if (!(percentile > 0 && percentile < 100 && deviation >= 0 && degreesOfFreedom > 0 && samplesPerRun > 0)) {
            throw new IllegalArgumentException(
                    "no spread: " + percentile + ", " + deviation + ", " + degreesOfFreedom + ", " + samplesPerRun);
        }
    }

    /**
     * The spread within two sides together. A difference between the sides is not in it.
     *
     * @param before over runs
     * @param after over runs, of the same percentile
     * @return the spread
     */
    public static RunSpread of(QuantileEstimate before, QuantileEstimate after) {
        double degrees = before.parts() + after.parts() - 2.0;
        return new RunSpread(
                before.percentile(),
                Math.sqrt((squares(before) + squares(after)) / degrees),
                degrees,
                (double) (before.samples() + after.samples()) / (before.parts() + after.parts()));
    }

    private static double squares(QuantileEstimate side) {
        double error = side.logarithm().standardError();
        return error * error * side.parts() * (side.parts() - 1);
    }

    /**
     * Whether the spread may stand for that of other runs.
     *
     * @param estimate of the other runs
     * @return false if they have less than half as many samples each
     */
    public boolean fits(QuantileEstimate estimate) {
        return estimate.samples() >= LEAST_SHARE * samplesPerRun * estimate.parts();
    }
}
