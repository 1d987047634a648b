package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class DateReportTest {

    private final DateReport report = new DateReport(DateSamples.comparison(2), "On this machine.");

    @Test
    void closesTheTextWithTheVerdict() {
        assertThat(report.text().strip().lines())
                .last()
                .asString()
                .startsWith("Reproduced: in the server the median call took 2.5 times as long");
    }

    @Test
    void showsTheLastRoundsRunsOnTheTerminal() {
        assertThat(report.text())
                .contains("date serialisation, in the server, round 2", "end to end, in the server, round 2")
                .doesNotContain("round 1  ", "end to end, micro (JMH)");
    }

    @Test
    void keepsAllRunsInMarkdown() {
        assertThat(report.markdown())
                .contains("| date serialisation, in the server, round 1 | run 1 | run 2 | % variation |")
                .contains("| date serialisation, micro (JMH), round 2 | run 1 | run 2 | % variation |")
                .contains("Counts equal in 12 of 12 runs. Within 3 %: p50 in 6, p90 in 6, p99 in 6 of the 6 runs");
    }

    @Test
    void noticesCountsThatDiffer() {
        DateComparison comparison = DateSamples.comparison(1);
        assertThat(new DateReport(comparison, "").isSound()).isTrue();

        ExperimentRun odd = DateSamples.run(2_000, 60).withOuter(DateSamples.distribution(2_060));
        comparison.add(Experiment.IN_SERVER, 1, new ExperimentResult(60, List.of(odd)));

        assertThat(new DateReport(comparison, "").isSound()).isFalse();
    }
}
