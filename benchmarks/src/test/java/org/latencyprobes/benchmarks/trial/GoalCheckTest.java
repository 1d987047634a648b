package org.latencyprobes.benchmarks.trial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.benchmarks.trial.GoalCheck.GoalStatus;

class GoalCheckTest {

    @Test
    void metWhereTheMedianIsBelowTheLimit() {
        assertThat(GoalCheck.status(RoundValues.of(1.04, 1.05, 1.06), 0.90, 1.10, 0.01))
                .isEqualTo(GoalStatus.MET);
        assertThat(GoalCheck.status(RoundValues.of(0, 0, 0), -0.05, 0.05, 0)).isEqualTo(GoalStatus.MET);
    }

    @Test
    void notMetWhereItIsAbove() {
        assertThat(GoalCheck.status(RoundValues.of(1.21, 1.23, 1.25), 0.90, 1.10, 0.01))
                .isEqualTo(GoalStatus.NOT_MET);
    }

    @Test
    void oneBadRoundDecidesNothing() {
        assertThat(GoalCheck.status(RoundValues.of(1.04, 1.05, 1.05, 1.06, 3.20), 0.90, 1.10, 0.01))
                .isEqualTo(GoalStatus.MET);
    }

    @Test
    void tooNoisyWhereTheLimitIsWithinTheNoise() {
        assertThat(GoalCheck.status(RoundValues.of(1.08, 1.08, 1.08), 0.90, 1.10, 0.03))
                .isEqualTo(GoalStatus.TOO_NOISY);
        assertThat(GoalCheck.status(RoundValues.of(1.12, 1.12, 1.12), 0.90, 1.10, 0.03))
                .isEqualTo(GoalStatus.TOO_NOISY);
    }

    @Test
    void tooNoisyWhereTheRoundsDisagree() {
        assertThat(GoalCheck.status(RoundValues.of(0.90, 1.02, 1.40), 0.90, 1.10, 0.01))
                .isEqualTo(GoalStatus.TOO_NOISY);
    }

    @Test
    void tooNoisyWhereTheNoiseIsAsLargeAsTheLimit() {
        assertThat(GoalCheck.status(RoundValues.of(-2.3, -2.3, -2.3), 0.90, 1.10, 2.4))
                .isEqualTo(GoalStatus.TOO_NOISY);
    }

    @Test
    void tooNoisyWhereTheFigureIsLessThanItCanBe() {
        assertThat(GoalCheck.status(RoundValues.of(0.3, 0.4, 0.5), 0.90, 1.10, 0.01))
                .isEqualTo(GoalStatus.TOO_NOISY);
    }
}
