package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latencyprobes.demo.date.experiment.Experiment;
import org.latencyprobes.demo.date.experiment.ExperimentResult;
import org.latencyprobes.demo.date.experiment.ExperimentRun;

class DateReportTest {

    private final DateReport report = new DateReport(DateSamples.comparison(2), "On this machine.", 5_000, false);

    @Test
    void closesTheTextWithTheVerdict() {
        assertThat(report.text().strip().lines())
                .last()
                .asString()
                .startsWith("Reproduced: in the server the median call took 2.50 times as long");
    }

    @Test
    void opensWithTheClaim() {
        assertThat(report.text().lines())
                .element(1)
                .asString()
                .matches(
                        "In the server the call takes about twice as long as in the micro-benchmark +2 +2\\.50 .*reproduced");
        assertThat(report.markdown())
                .containsSubsequence(
                        "| claim | published | here | verdict |",
                        "| Part of it: the socket |",
                        "On this machine.",
                        "| ratio (95 % interval) |");
    }

    @Test
    void showsTheLastRoundsRunsOnTheTerminal() {
        assertThat(report.text())
                .contains("date serialisation, socket, sleeping, round 2", "end to end, socket, sleeping, round 2")
                .doesNotContain("round 1  ", "end to end, micro (JMH)");
    }

    @Test
    void keepsAllRunsInMarkdown() {
        assertThat(report.markdown())
                .contains("| date serialisation, socket, sleeping, round 1 | run 1 | run 2 | % variation |")
                .contains("| date serialisation, micro (JMH), round 2 | run 1 | run 2 | % variation |")
                .contains("Counts equal in 20 of 20 runs. Within 3 %: p50 in 10, p90 in 10, p99 in 10 of the 10 runs");
    }

    @Test
    void noticesCountsThatDiffer() {
        DateComparison comparison = DateSamples.comparison(1);
        assertThat(new DateReport(comparison, "", 5_000, false).isSound()).isTrue();

        ExperimentRun odd = DateSamples.run(2_000, 60).withOuter(DateSamples.distribution(2_060));
        comparison.add(Experiment.SERVER_SLEEPING, 1, new ExperimentResult(60, List.of(odd)));

        assertThat(new DateReport(comparison, "", 5_000, false).isSound()).isFalse();
    }

    @Test
    void hasAPageWithTheResultFirst() {
        Map<String, String> files = report.files();

        assertThat(files).containsOnlyKeys("report.html", "spectrum.svg", "ratios.svg");
        assertThat(files.get("report.html"))
                .containsSubsequence(
                        "On this machine.",
                        "In the server the call takes about twice as long as in the micro-benchmark",
                        "2.50 (2.50–2.50)",
                        "reproduced",
                        "Part of it: the gap between calls",
                        "1.50 (1.50–1.50)",
                        "takes longer",
                        "<svg",
                        "Counts equal in 20 of 20 runs");
        assertThat(files.get("ratios.svg")).contains("socket, where both sleep", "published");
        assertThat(files.get("spectrum.svg")).contains("micro (JMH), published", "no socket, sleeping (2 recordings)");
    }

    @Test
    void hasAPageAlsoWithoutResults() {
        DateReport empty = new DateReport(new DateComparison(1), "Nothing ran.", 5_000, true);

        assertThat(empty.files().get("report.html")).contains("No verdict: no round has both");
    }
}
