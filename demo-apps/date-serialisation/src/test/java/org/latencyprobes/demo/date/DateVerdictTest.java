package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.analysis.statistics.ConfidenceInterval;
import org.latencyprobes.analysis.statistics.RatioEstimate;
import org.latencyprobes.demo.date.DateVerdict.Finding;

class DateVerdictTest {

    private static final double CALM_MILLIS = 0.2;

    /** The interval: log ratios .9887, .9887, .7827; mean .9200, standard error .06868, t with 2 degrees of freedom 4.3027. */
    @Test
    void saysReproducedOfThePublishedFigures() {
        List<Double> published = List.of(11.01 / 4.096, 11.01 / 4.096, 8.96 / 4.096);

        DateVerdict verdict = verdict(published, CALM_MILLIS);

        assertThat(verdict.finding()).isEqualTo(Finding.REPRODUCED);
        assertThat(verdict.sentence())
                .isEqualTo("Reproduced: in the server the median call took 2.51 times as long as in the micro-benchmark"
                        + " (1.87 to 3.37 with 95 % confidence, 3 rounds; published: about 2).");
    }

    @Test
    void saysMoreThanClaimedWhenTheEffectIsLarger() {
        DateVerdict verdict = verdict(List.of(5.1, 5.6, 6.0), CALM_MILLIS);

        assertThat(verdict.finding()).isEqualTo(Finding.MORE_THAN_CLAIMED);
        assertThat(verdict.sentence()).startsWith("Reproduced in direction, and more than claimed: ");
    }

    @Test
    void saysOnlyReproducedWhereItMayBeMore() {
        assertThat(verdict(List.of(2.9, 3.3, 3.6), CALM_MILLIS).finding()).isEqualTo(Finding.REPRODUCED);
    }

    @Test
    void saysNotReproducedWhenContextMakesNoDifference() {
        DateVerdict verdict = verdict(List.of(1.0, 1.1, 1.05), CALM_MILLIS);

        assertThat(verdict.finding()).isEqualTo(Finding.NOT_REPRODUCED);
        assertThat(verdict.sentence()).startsWith("Not reproduced: ");
    }

    @Test
    void saysNotReproducedWhenContextIsFaster() {
        assertThat(verdict(List.of(0.7, 0.8, 0.75), CALM_MILLIS).finding()).isEqualTo(Finding.NOT_REPRODUCED);
    }

    @Test
    void isUndecidedWhenTheIntervalHoldsTheLimit() {
        DateVerdict verdict = verdict(List.of(1.4, 1.6, 1.5, 1.7), CALM_MILLIS);

        assertThat(verdict.finding()).isEqualTo(Finding.UNDECIDED);
        assertThat(verdict.sentence()).startsWith("Can't tell: ");
    }

    @Test
    void cannotTellFromOneRound() {
        DateVerdict verdict = verdict(List.of(2.0), CALM_MILLIS);

        assertThat(verdict.finding()).isEqualTo(Finding.UNDECIDED);
        assertThat(verdict.sentence())
                .contains("2.00 times as long as in the micro-benchmark (one round, which has no interval; published");
    }

    @Test
    void judgesTheMedianOnABusyMachineButNotTheTails() {
        DateVerdict verdict = verdict(List.of(2.0, 2.1, 2.2), 3.64);

        assertThat(verdict.finding()).isEqualTo(Finding.REPRODUCED);
        assertThat(verdict.sentence())
                .endsWith(" One in a hundred wake-ups came 3.6 ms late or later. Believe none of the tails.");
    }

    @Test
    void saysNothingWithoutFigures() {
        DateVerdict verdict = DateVerdict.of(null, 0, CALM_MILLIS);

        assertThat(verdict.finding()).isEqualTo(Finding.NO_FIGURES);
        assertThat(verdict.sentence()).isEqualTo("No verdict: no round has both the micro-benchmark and the server.");
    }

    private static DateVerdict verdict(List<Double> ratios, double hiccupMillis) {
        return DateVerdict.of(interval(ratios), ratios.size(), hiccupMillis);
    }

    private static ConfidenceInterval interval(List<Double> ratios) {
        return RatioEstimate.ofRatios(DateVerdict.array(ratios)).interval(DateVerdict.CONFIDENCE);
    }
}
