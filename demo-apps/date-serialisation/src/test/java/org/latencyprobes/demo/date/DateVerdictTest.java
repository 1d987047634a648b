package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.demo.date.DateVerdict.Finding;

class DateVerdictTest {

    private static final List<Double> NOTHING = List.of();
    private static final double CALM_MILLIS = 0.2;

    @Test
    void saysReproducedOfThePublishedFigures() {
        List<Double> published = List.of(11.01 / 4.096, 11.01 / 4.096, 8.96 / 4.096);

        DateVerdict verdict = DateVerdict.of(published, NOTHING, NOTHING, CALM_MILLIS);

        assertThat(verdict.finding()).isEqualTo(Finding.REPRODUCED);
        assertThat(verdict.sentence())
                .isEqualTo("Reproduced: in the server the median call took 2.7 times as long as in the micro-benchmark"
                        + " (2.2 to 2.7 over 3 rounds; published: about 2).");
    }

    @Test
    void saysHowMuchIsGapAndHowMuchSocket() {
        DateVerdict verdict = DateVerdict.of(List.of(2.4, 2.4), List.of(2.0, 2.0), List.of(1.2, 1.2), CALM_MILLIS);

        assertThat(verdict.sentence())
                .contains(
                        "The gap between calls alone (same rate, no TCP) makes it 2.0 times as long (2.0 to 2.0 over 2"
                                + " rounds), the socket 1.2 times on top of that")
                .endsWith("Most of the effect is the gap.");
    }

    @Test
    void saysWhenTheSocketIsMostOfIt() {
        assertThat(DateVerdict.of(List.of(2.2, 2.2), List.of(1.1, 1.1), List.of(2.0, 2.0), CALM_MILLIS)
                        .sentence())
                .endsWith("Most of the effect is the socket.");
    }

    @Test
    void saysWhenGapAndSocketShareIt() {
        assertThat(DateVerdict.of(List.of(2.2, 2.3), List.of(1.5, 1.5), List.of(1.5, 1.5), CALM_MILLIS)
                        .sentence())
                .endsWith("Gap and socket share the effect.");
    }

    @Test
    void saysMoreThanClaimedWhenTheEffectIsLarger() {
        DateVerdict verdict = DateVerdict.of(List.of(5.1, 5.6, 6.0), NOTHING, NOTHING, CALM_MILLIS);

        assertThat(verdict.finding()).isEqualTo(Finding.MORE_THAN_CLAIMED);
        assertThat(verdict.sentence())
                .startsWith("Reproduced in direction, and more than claimed: ")
                .contains("5.6 times");
    }

    @Test
    void saysNotReproducedWhenContextMakesNoDifference() {
        DateVerdict verdict = DateVerdict.of(List.of(1.0, 1.1, 1.05), List.of(1.0), List.of(1.0), CALM_MILLIS);

        assertThat(verdict.finding()).isEqualTo(Finding.NOT_REPRODUCED);
        assertThat(verdict.sentence()).startsWith("Not reproduced: ").doesNotContain("effect");
    }

    @Test
    void saysNotReproducedWhenContextIsFaster() {
        assertThat(DateVerdict.of(List.of(0.7, 0.8), NOTHING, NOTHING, CALM_MILLIS)
                        .finding())
                .isEqualTo(Finding.NOT_REPRODUCED);
    }

    @Test
    void saysTooNoisyWhenRoundsFallOnBothSidesOfTheLimit() {
        DateVerdict verdict = DateVerdict.of(List.of(1.3, 1.6, 1.9), NOTHING, NOTHING, CALM_MILLIS);

        assertThat(verdict.finding()).isEqualTo(Finding.TOO_NOISY);
        assertThat(verdict.sentence()).startsWith("Too noisy to say: ").endsWith("; the rounds contradict each other.");
    }

    @Test
    void saysTooNoisyWhenRoundsAreFarApart() {
        assertThat(DateVerdict.of(List.of(2.0, 2.5, 4.5), NOTHING, NOTHING, CALM_MILLIS)
                        .finding())
                .isEqualTo(Finding.TOO_NOISY);
    }

    @Test
    void saysTooNoisyOfASingleRound() {
        DateVerdict verdict = DateVerdict.of(List.of(2.0), NOTHING, NOTHING, CALM_MILLIS);

        assertThat(verdict.finding()).isEqualTo(Finding.TOO_NOISY);
        assertThat(verdict.sentence()).endsWith("one round is not enough to tell an effect from noise.");
    }

    @Test
    void saysTooNoisyOfABusyMachineEvenIfRoundsAgree() {
        DateVerdict verdict = DateVerdict.of(List.of(1.3, 1.3), NOTHING, NOTHING, 3.64);

        assertThat(verdict.finding()).isEqualTo(Finding.TOO_NOISY);
        assertThat(verdict.sentence())
                .contains("1.3 times")
                .endsWith(
                        ", but the machine was busy with other things: one in a hundred wake-ups came 3.6 ms late or later.");
    }

    @Test
    void saysNothingWithoutFigures() {
        DateVerdict verdict = DateVerdict.of(NOTHING, NOTHING, NOTHING, CALM_MILLIS);

        assertThat(verdict.finding()).isEqualTo(Finding.NO_FIGURES);
        assertThat(verdict.sentence()).isEqualTo("No verdict: no round has both the micro-benchmark and the server.");
    }
}
