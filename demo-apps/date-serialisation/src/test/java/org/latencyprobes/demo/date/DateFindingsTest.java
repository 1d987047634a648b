package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.latencyprobes.analysis.page.ResultLine;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.date.DateFindings.Part;
import org.latencyprobes.demo.date.experiment.Experiment;

class DateFindingsTest {

    @Test
    void takesTheWayFromTheMicroBenchmarkToTheSleepingServerApart() {
        List<Part> parts = new DateFindings(DateSamples.comparison(3), false).parts();

        assertThat(parts.stream().map(Part::name))
                .containsExactly("the gap between calls", "a sleep before each call", "the socket");
        assertThat(parts.stream().mapToDouble(part -> part.interval().estimate()))
                .usingElementComparator((a, b) -> Math.abs(a - b) < 0.01 ? 0 : Double.compare(a, b))
                .containsExactly(1.5, 4.0 / 3, 1.25);
    }

    @Test
    void hasNoSleepOnTheWayToTheSpinningServer() {
        DateFindings findings = new DateFindings(DateSamples.comparison(3), true);

        assertThat(findings.parts().stream().map(Part::name)).containsExactly("the gap between calls", "the socket");
        assertThat(findings.context().orElseThrow().verdict(0.95)).startsWith("slower, ×2.25 (");
    }

    @Test
    void leavesRoundsOutOfThePartsInWhichAnExperimentFailed() {
        DateComparison comparison = DateSamples.comparison(2);
        DateComparison withGap = new DateComparison(3);
        for (Experiment experiment : Experiment.values()) {
            for (int round = 1; round <= 2; round++) {
                withGap.add(
                        experiment, round, comparison.result(experiment, round).orElseThrow());
            }
        }
        withGap.add(Experiment.MICRO_JMH, 3, DateSamples.result(2_000));
        withGap.add(Experiment.LOCAL_SPINNING, 3, DateSamples.result(9_000));

        assertThat(new DateFindings(withGap, false).parts())
                .allSatisfy(part -> assertThat(part.ratios()).hasSize(2));
        assertThat(new DateFindings(new DateComparison(1), false).parts()).isEmpty();
    }

    @Test
    void saysOfEachPartWhetherCallsTakeLonger() {
        DateComparison comparison = new DateComparison(4);
        for (int round = 1; round <= 4; round++) {
            comparison.add(Experiment.MICRO_JMH, round, DateSamples.result(2_000));
            comparison.add(Experiment.LOCAL_SPINNING, round, DateSamples.result(3_000 + 20 * round));
            comparison.add(Experiment.LOCAL_SLEEPING, round, DateSamples.result(round % 2 == 0 ? 2_000 : 4_400));
            comparison.add(Experiment.SERVER_SLEEPING, round, DateSamples.result(round % 2 == 0 ? 1_000 : 2_200));
        }

        assertThat(new DateFindings(comparison, false).results().stream().map(ResultLine::verdict))
                .containsExactly("can't tell", "takes longer", "can't tell", "takes less long");
    }

    @Test
    void givesAPartTheIntervalOfTheTableOfRatios() {
        DateComparison comparison = DateSamples.comparison(3);
        String table = comparison
                .pairs(Experiment.LOCAL_SPINNING, Experiment.MICRO_JMH, Level.P50)
                .orElseThrow()
                .ratio(0.95)
                .text();

        assertThat(new DateFindings(comparison, false).results().get(1).here()).isEqualTo(table);
    }
}
