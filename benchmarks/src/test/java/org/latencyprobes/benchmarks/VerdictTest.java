package org.latencyprobes.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.benchmarks.Verdict.Outcome;

class VerdictTest {

    @Test
    void metWhereTheMedianIsBelowTheLimit() {
        assertThat(Verdict.outcome(Series.of(1.04, 1.05, 1.06), 0.90, 1.10, 0.01))
                .isEqualTo(Outcome.MET);
        assertThat(Verdict.outcome(Series.of(0, 0, 0), -0.05, 0.05, 0)).isEqualTo(Outcome.MET);
    }

    @Test
    void notMetWhereItIsAbove() {
        assertThat(Verdict.outcome(Series.of(1.21, 1.23, 1.25), 0.90, 1.10, 0.01))
                .isEqualTo(Outcome.NOT_MET);
    }

    @Test
    void oneBadRoundDecidesNothing() {
        assertThat(Verdict.outcome(Series.of(1.04, 1.05, 1.05, 1.06, 3.20), 0.90, 1.10, 0.01))
                .isEqualTo(Outcome.MET);
    }

    @Test
    void tooNoisyWhereTheLimitIsWithinTheNoise() {
        assertThat(Verdict.outcome(Series.of(1.08, 1.08, 1.08), 0.90, 1.10, 0.03))
                .isEqualTo(Outcome.TOO_NOISY);
        assertThat(Verdict.outcome(Series.of(1.12, 1.12, 1.12), 0.90, 1.10, 0.03))
                .isEqualTo(Outcome.TOO_NOISY);
    }

    @Test
    void tooNoisyWhereTheRoundsDisagree() {
        assertThat(Verdict.outcome(Series.of(0.90, 1.02, 1.40), 0.90, 1.10, 0.01))
                .isEqualTo(Outcome.TOO_NOISY);
    }

    @Test
    void tooNoisyWhereTheNoiseIsAsLargeAsTheLimit() {
        assertThat(Verdict.outcome(Series.of(-2.3, -2.3, -2.3), 0.90, 1.10, 2.4))
                .isEqualTo(Outcome.TOO_NOISY);
    }

    @Test
    void tooNoisyWhereTheFigureIsLessThanItCanBe() {
        assertThat(Verdict.outcome(Series.of(0.3, 0.4, 0.5), 0.90, 1.10, 0.01)).isEqualTo(Outcome.TOO_NOISY);
    }
}
