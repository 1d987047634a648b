package org.latencyprobes.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Expected values by SciPy 1.17.1's {@code mannwhitneyu}; intervals by all orders of both groups, counted in Python as R's qwilcox does. */
class RankTestTest {

    private static final double[] LEFT = {1.1, 2.4, 3.3, 0.7, 5.2, 2.9, 4.4};
    private static final double[] RIGHT = {2.0, 3.9, 6.1, 4.8, 7.3, 5.5, 3.1, 6.6};

    @Test
    void agreesWithSciPysExactTest() {
        RankTest test = RankTest.of(LEFT, RIGHT);

        assertThat(test.u()).isEqualTo(11);
        assertThat(test.pValue()).isCloseTo(0.054079254079254076, within(1e-12));
    }

    @Test
    void agreesWithTheShiftOfHodgesAndLehmann() {
        Interval shift = RankTest.of(LEFT, RIGHT).shift(0.95);

        assertThat(shift.low()).isCloseTo(-4.2, within(1e-9));
        assertThat(shift.estimate()).isCloseTo(-2.15, within(1e-9));
        assertThat(shift.high()).isCloseTo(0.2, within(1e-9));
    }

    /** {@code mannwhitneyu(left, right, method="asymptotic")}; the ranks of the interval by 55 − 1.96 · 14.0526. */
    @Test
    void agreesWithSciPyWhereValuesAreEqual() {
        double[] left = {1, 2, 2, 3, 4, 4, 4, 5, 6, 7};
        double[] right = {2, 3, 4, 4, 5, 5, 6, 7, 8, 9, 9};

        RankTest test = RankTest.of(left, right);

        assertThat(test.u()).isEqualTo(30.5);
        assertThat(test.pValue()).isCloseTo(0.0876611517966413, within(1e-9));
        assertThat(test.shift(0.95)).isEqualTo(new Interval(-4, -2, 0));
    }

    @Test
    void isTheSameFromTheOtherSide() {
        Interval there = RankTest.of(LEFT, RIGHT).shift(0.9);
        Interval back = RankTest.of(RIGHT, LEFT).shift(0.9);

        assertThat(back.low()).isCloseTo(-there.high(), within(1e-12));
        assertThat(RankTest.of(RIGHT, LEFT).pValue())
                .isCloseTo(RankTest.of(LEFT, RIGHT).pValue(), within(1e-12));
    }

    @Test
    void hasNoIntervalForThreeRunsAgainstThree() {
        assertThat(RankTest.of(new double[] {1, 2, 3}, new double[] {4, 5, 6})
                        .shift(0.95)
                        .isBounded())
                .isFalse();
        assertThat(RankTest.of(new double[] {1, 2, 3}, new double[] {4, 5, 6}).pValue())
                .isCloseTo(0.1, within(1e-12));
    }

    @Test
    void findsNothingInEqualGroups() {
        assertThat(RankTest.of(new double[] {2, 2, 2}, new double[] {2, 2}).pValue())
                .isEqualTo(1);
    }

    @Test
    void refusesEmptyGroups() {
        assertThatIllegalArgumentException().isThrownBy(() -> RankTest.of(new double[0], RIGHT));
    }

    /** 4,000 simulated comparisons of ten runs a side, with one run in ten far off. */
    @Test
    void holdsTheTrueShiftAtLeastAsOftenAsItSays() {
        Random random = new Random(13);
        int held = 0;
        for (int i = 0; i < 4_000; i++) {
            double[] left = new double[10];
            double[] right = new double[10];
            Arrays.setAll(left, any -> 3 + noise(random));
            Arrays.setAll(right, any -> noise(random));
            held += RankTest.of(left, right).shift(0.95).contains(3) ? 1 : 0;
        }

        assertThat(held / 4_000.0).isBetween(0.94, 0.975);
    }

    private static double noise(Random random) {
        return random.nextGaussian() * (random.nextInt(10) == 0 ? 20 : 1);
    }
}
