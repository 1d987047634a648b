package org.latencyprobes.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class RatioEstimateTest {

    private static final double[] OVER = {4.21, 4.07, 4.66, 3.98, 4.43, 4.15};
    private static final double[] UNDER = {1.02, 1.11, 0.97, 1.05, 1.20, 0.99};

    /** {@code scipy.stats.ttest_rel(log(over), log(under))}; the ends of its interval after {@code exp}. */
    @Test
    void agreesWithSciPyOverBlocks() {
        RatioEstimate estimate = ofBlocks(OVER, UNDER);

        ConfidenceInterval interval = estimate.interval(0.95);

        assertThat(estimate.ratio()).isCloseTo(4.027010685941136, within(1e-9));
        assertThat(interval.low()).isCloseTo(3.6132521265411888, within(1e-8));
        assertThat(interval.high()).isCloseTo(4.488149317221257, within(1e-8));
        assertThat(estimate.pValue(1)).isCloseTo(4.781522580525891e-07, Percentage.withPercentage(1e-5));
        assertThat(estimate.pValue(4)).isCloseTo(0.8794655735816598, within(1e-9));
        assertThat(interval.text()).isEqualTo("4.03 (3.61–4.49)");
    }

    @Test
    void isTheReciprocalOfTheOtherWayRound() {
        ConfidenceInterval interval = ofBlocks(OVER, UNDER).interval(0.95);
        ConfidenceInterval reciprocal = ofBlocks(UNDER, OVER).interval(0.95);

        assertThat(reciprocal.low()).isCloseTo(1 / interval.high(), within(1e-12));
        assertThat(reciprocal.high()).isCloseTo(1 / interval.low(), within(1e-12));
    }

    private static RatioEstimate ofBlocks(double[] over, double... under) {
        double[] ratios = over.clone();
        Arrays.setAll(ratios, i -> over[i] / under[i]);
        return RatioEstimate.ofRatios(ratios);
    }

    @Test
    void hasNoIntervalForOneBlock() {
        ConfidenceInterval interval = RatioEstimate.ofRatios(4).interval(0.95);

        assertThat(interval.low()).isZero();
        assertThat(interval.high()).isInfinite();
        assertThat(interval.text()).isEqualTo("4.00 (no interval)");
    }

    @Test
    void refusesFiguresThatHaveNoRatio() {
        assertThatIllegalArgumentException().isThrownBy(() -> RatioEstimate.ofRatios(1, 0));
        assertThatIllegalArgumentException().isThrownBy(() -> RatioEstimate.ofRatios(1, -2));
        assertThatIllegalArgumentException().isThrownBy(() -> RatioEstimate.ofRatios(1, Double.NaN));
        assertThatIllegalArgumentException().isThrownBy(() -> RatioEstimate.ofRatios(Double.POSITIVE_INFINITY));
    }

    /**
     * 20,000 simulated comparisons of six blocks. Each block's machine is slower or faster for both sides alike; the sides' medians vary by
     * a tenth between JVMs. The standard error of such a coverage is 0.0015.
     */
    @Test
    void holdsTheTrueRatioAsOftenAsItSays() {
        Random random = new Random(7);
        int held = 0;
        int all = 20_000;
        for (int i = 0; i < all; i++) {
            double[] over = new double[6];
            double[] under = new double[6];
            for (int block = 0; block < over.length; block++) {
                double machine = Math.exp(0.5 * random.nextGaussian());
                over[block] = 2.5 * machine * Math.exp(0.1 * random.nextGaussian());
                under[block] = machine * Math.exp(0.1 * random.nextGaussian());
            }
            held += ofBlocks(over, under).interval(0.95).contains(2.5) ? 1 : 0;
        }

        assertThat(held / (double) all).isBetween(0.945, 0.955);
    }
}
