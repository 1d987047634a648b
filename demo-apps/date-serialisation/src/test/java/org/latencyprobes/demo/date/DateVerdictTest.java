package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.analysis.statistics.Interval;
import org.latencyprobes.analysis.statistics.RatioEstimate;
import org.latencyprobes.demo.date.DateFindings.Part;
import org.latencyprobes.demo.date.DateVerdict.Finding;

class DateVerdictTest {

    private static final List<Part> NOTHING = List.of();
    private static final double CALM_MILLIS = 0.2;

    /** The interval: log ratios .9887, .9887, .7827; mean .9200, standard error .06868, t with 2 degrees of freedom 4.3027. */
    @Test
    void saysReproducedOfThePublishedFigures() {
        List<Double> published = List.of(11.01 / 4.096, 11.01 / 4.096, 8.96 / 4.096);

        DateVerdict verdict = verdict(published, NOTHING, CALM_MILLIS);

        assertThat(verdict.finding()).isEqualTo(Finding.REPRODUCED);
        assertThat(verdict.sentence())
                .isEqualTo("Reproduced: in the server the median call took 2.51 times as long as in the micro-benchmark"
                        + " (1.87 to 3.37 with 95 % confidence, 3 rounds; published: about 2).");
    }

    @Test
    void saysHowMuchEachPartAdds() {
        DateVerdict verdict =
                verdict(List.of(2.4, 2.4, 2.4), parts(List.of(2.0, 2.0, 2.0), List.of(1.2, 1.2, 1.2)), CALM_MILLIS);

        assertThat(verdict.sentence())
                .contains(" Alone, the gap makes it 2.00 (2.00 to 2.00) times as long,"
                        + " the socket 1.20 (1.20 to 1.20) times on top of that.")
                .endsWith("The largest part is the gap.");
    }

    @Test
    void namesTheLargestPart() {
        assertThat(verdict(List.of(2.2, 2.3, 2.2), parts(List.of(1.1, 1.15, 1.1), List.of(2.0, 2.0, 2.0)), CALM_MILLIS)
                        .sentence())
                .endsWith("The largest part is the socket.");
    }

    @Test
    void namesNoLargestPartWhereRoundsDisagree() {
        assertThat(verdict(List.of(2.2, 2.3, 2.2), parts(List.of(1.2, 1.6, 1.5), List.of(1.8, 1.4, 1.5)), CALM_MILLIS)
                        .sentence())
                .endsWith("Which part is the largest can't be told.");
    }

    @Test
    void saysMoreThanClaimedWhenTheEffectIsLarger() {
        DateVerdict verdict = verdict(List.of(5.1, 5.6, 6.0), NOTHING, CALM_MILLIS);

        assertThat(verdict.finding()).isEqualTo(Finding.MORE_THAN_CLAIMED);
        assertThat(verdict.sentence()).startsWith("Reproduced in direction, and more than claimed: ");
    }

    @Test
    void saysOnlyReproducedWhereItMayBeMore() {
        assertThat(verdict(List.of(2.9, 3.3, 3.6), NOTHING, CALM_MILLIS).finding())
                .isEqualTo(Finding.REPRODUCED);
    }

    @Test
    void saysNotReproducedWhenContextMakesNoDifference() {
        DateVerdict verdict =
                verdict(List.of(1.0, 1.1, 1.05), parts(List.of(1.0, 1.0), List.of(1.0, 1.0)), CALM_MILLIS);

        assertThat(verdict.finding()).isEqualTo(Finding.NOT_REPRODUCED);
        assertThat(verdict.sentence()).startsWith("Not reproduced: ").doesNotContain("largest");
    }

    @Test
    void saysNotReproducedWhenContextIsFaster() {
        assertThat(verdict(List.of(0.7, 0.8, 0.75), NOTHING, CALM_MILLIS).finding())
                .isEqualTo(Finding.NOT_REPRODUCED);
    }

    @Test
    void saysWhatIsSafeWhenTheIntervalHoldsTheLimit() {
        DateVerdict verdict = verdict(List.of(1.4, 1.6, 1.5, 1.7), NOTHING, CALM_MILLIS);

        assertThat(verdict.finding()).isEqualTo(Finding.UNDECIDED);
        assertThat(verdict.sentence())
                .startsWith("Can't tell: ")
                .endsWith("It is safe to say that it takes longer there, but not that it takes 1.5 times as long.");
    }

    @Test
    void saysThatLittleIsSafeWhenRoundsAreFarApart() {
        assertThat(verdict(List.of(1.0, 1.4, 1.8), NOTHING, CALM_MILLIS).sentence())
                .endsWith("It is safe to say that it takes less than 3 times as long.");
        assertThat(verdict(List.of(0.9, 2.5, 4.5), NOTHING, CALM_MILLIS).sentence())
                .endsWith("More rounds would say more.");
    }

    @Test
    void cannotTellFromOneRound() {
        DateVerdict verdict = verdict(List.of(2.0), parts(List.of(1.2), List.of(1.7)), CALM_MILLIS);

        assertThat(verdict.finding()).isEqualTo(Finding.UNDECIDED);
        assertThat(verdict.sentence())
                .contains("2.00 times as long as in the micro-benchmark (one round, which has no interval; published")
                .endsWith("makes it 1.20 times as long, the socket 1.70 times on top of that.");
    }

    @Test
    void judgesTheMedianOnABusyMachineButNotTheTails() {
        DateVerdict verdict = verdict(List.of(2.0, 2.1, 2.2), NOTHING, 3.64);

        assertThat(verdict.finding()).isEqualTo(Finding.REPRODUCED);
        assertThat(verdict.sentence())
                .endsWith(" One in a hundred wake-ups came 3.6 ms late or later. Believe none of the tails.");
    }

    @Test
    void saysNothingWithoutFigures() {
        DateVerdict verdict = DateVerdict.of(null, 0, NOTHING, CALM_MILLIS);

        assertThat(verdict.finding()).isEqualTo(Finding.NO_FIGURES);
        assertThat(verdict.sentence()).isEqualTo("No verdict: no round has both the micro-benchmark and the server.");
    }

    private static DateVerdict verdict(List<Double> ratios, List<Part> parts, double hiccupMillis) {
        return DateVerdict.of(interval(ratios), ratios.size(), parts, hiccupMillis);
    }

    private static List<Part> parts(List<Double> gap, List<Double> socket) {
        return List.of(new Part("the gap", gap, interval(gap)), new Part("the socket", socket, interval(socket)));
    }

    private static Interval interval(List<Double> ratios) {
        return RatioEstimate.ofRatios(DateVerdict.array(ratios)).interval(DateVerdict.CONFIDENCE);
    }
}
