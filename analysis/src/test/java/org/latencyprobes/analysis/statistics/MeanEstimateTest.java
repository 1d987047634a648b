package org.latencyprobes.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class MeanEstimateTest {

    private static final double[] COSTS = {56.9, -15, 120, 33, 71, 8};

    /** {@code scipy.stats.ttest_1samp(costs, 0)}, its p-value and {@code confidence_interval(.99)}. */
    @Test
    void agreesWithSciPysTestOfOneSample() {
        MeanEstimate estimate = MeanEstimate.of(COSTS);

        ConfidenceInterval interval = estimate.interval(0.99);

        assertThat(interval.estimate()).isCloseTo(45.65, within(1e-9));
        assertThat(interval.low()).isCloseTo(-33.47688938333503, within(1e-6));
        assertThat(interval.high()).isCloseTo(124.77688938333503, within(1e-6));
        assertThat(estimate.pValue(0)).isCloseTo(0.06752751640955218, Percentage.withPercentage(1e-6));
    }

    @Test
    void takesTheDifferenceWithinEachPair() {
        double[] left = {100, 200, 300};
        double[] right = {90, 191, 289};

        assertThat(MeanEstimate.ofDifferences(left, right)).isEqualTo(MeanEstimate.of(10, 9, 11));
    }

    /** {@code scipy.stats.ttest_ind(log(left), log(right), equal_var=False)}; the ends of its interval after {@code exp}. */
    @Test
    void agreesWithSciPyOverGroupsWithoutPairs() {
        MeanEstimate left = ofLogarithms(4.21, 4.07, 4.66, 3.98, 4.43, 4.15);
        MeanEstimate right = ofLogarithms(1.02, 1.11, 0.97, 1.05, 1.20, 0.99, 1.35, 0.91);

        MeanEstimate estimate = left.minus(right);

        assertThat(Math.exp(estimate.mean())).isCloseTo(3.9765527356809978, within(1e-9));
        assertThat(Math.exp(estimate.interval(0.95).low())).isCloseTo(3.5524026458728164, within(1e-8));
        assertThat(Math.exp(estimate.interval(0.95).high())).isCloseTo(4.451345535963821, within(1e-8));
        assertThat(estimate.pValue(0)).isCloseTo(5.914753540789659e-11, Percentage.withPercentage(1e-5));
    }

    private static MeanEstimate ofLogarithms(double... values) {
        return MeanEstimate.of(Arrays.stream(values).map(Math::log).toArray());
    }

    @Test
    void hasNoIntervalForOneValue() {
        MeanEstimate estimate = MeanEstimate.of(3);

        assertThat(estimate.interval(0.95).isBounded()).isFalse();
        assertThat(estimate.interval(0.95).estimate()).isEqualTo(3);
        assertThat(estimate.pValue(0)).isEqualTo(1);
        assertThat(MeanEstimate.of(COSTS).minus(estimate).interval(0.95).isBounded())
                .isFalse();
    }

    @Test
    void isSureOfEqualValues() {
        MeanEstimate estimate = MeanEstimate.of(3, 3, 3);

        assertThat(estimate.interval(0.95)).isEqualTo(new ConfidenceInterval(3, 3, 3));
        assertThat(estimate.pValue(3)).isEqualTo(1);
        assertThat(estimate.pValue(2)).isZero();
        assertThat(MeanEstimate.of(3, 3).minus(MeanEstimate.of(1, 1)).interval(0.95))
                .isEqualTo(new ConfidenceInterval(2, 2, 2));
    }

    @Test
    void refusesWhatIsNoSample() {
        assertThatIllegalArgumentException().isThrownBy(MeanEstimate::of);
        assertThatIllegalArgumentException().isThrownBy(() -> MeanEstimate.of(1, Double.NaN));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MeanEstimate.ofDifferences(new double[] {1, 2}, new double[] {1}));
    }

    /** 20,000 simulated comparisons of six and nine values each. The standard error of such a coverage is 0.0015. */
    @Test
    void welchsIntervalHoldsTheTrueDifferenceAsOftenAsItSays() {
        Random random = new Random(11);
        int held = 0;
        int all = 20_000;
        for (int i = 0; i < all; i++) {
            double[] left =
                    random.doubles(6).map(any -> 5 + 3 * random.nextGaussian()).toArray();
            double[] right =
                    random.doubles(9).map(any -> 4 + random.nextGaussian()).toArray();
            held += MeanEstimate.of(left)
                            .minus(MeanEstimate.of(right))
                            .interval(0.95)
                            .contains(1)
                    ? 1
                    : 0;
        }

        assertThat(held / (double) all).isBetween(0.94, 0.96);
    }
}
