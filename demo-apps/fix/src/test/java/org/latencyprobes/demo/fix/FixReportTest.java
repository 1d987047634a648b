package org.latencyprobes.demo.fix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.latencyprobes.demo.fix.measure.MeasurementResult;

class FixReportTest {

    private final FixComparison comparison = FixSamples.comparison(
            FixSamples.CALM_CPUS, 8, Map.of("echo", 10, "philadelphia-blocking", 20, "quickfixj", 200));
    private final FixReport report = new FixReport(comparison, "On this machine.");

    @Test
    void setsThePublishedFiguresBesideTheMeasured() {
        assertThat(report.markdown())
                .contains(
                        "| 2,000/s, µs | TCP echo | Philadelphia, blocking | QuickFIX/J, no validation | published QuickFIX | published Chronicle-FIX |",
                        " | 270.34 | 16.90 |",
                        "| published: QuickFIX / Chronicle-FIX | about 12 | over 30 |");
    }

    @Test
    void keepsAllRunsInThePublishedLayout() {
        assertThat(report.markdown())
                .contains(
                        "| QuickFIX/J, no validation, 10,000/s, µs | run 1 | run 2 | run 3 | % variation | QuickFIX 1 | QuickFIX 2 | QuickFIX 3 | % variation |",
                        "| p50 | 100.03 | 100.03 | 100.03 | 0.00 | 184.32 | 176.13 | 176.13 | 0.00 |");
    }

    @Test
    void marksDisturbedRuns() {
        FixComparison busy = FixSamples.comparison(FixSamples.BUSY_CPUS, 8, Map.of("echo", 10));

        assertThat(new FixReport(busy, "").markdown())
                .contains("| run 1* | run 2* | run 3* |", "* others used the machine");
    }

    @Test
    void addsWhatStagesTakeByThemselvesAndNamesTheRest() {
        MeasurementFigures figures = comparison
                .figures(spec -> spec.agent() && spec.engine().name().equals("quickfixj"))
                .findFirst()
                .orElseThrow();
        List<String> lines = new StageTable(figures).grid().markdown().lines().toList();

        assertThat(lines)
                .anyMatch(line -> line.startsWith("| parse | client + server | exclusive | 3,000 | 1.00 | 2.00 |"));
        assertThat(lines)
                .anyMatch(line -> line.startsWith("| receive | client + server | inclusive |")
                        && line.endsWith("| 2.02 | 1.51 |"))
                .anyMatch(line -> line.startsWith("| stages by themselves, added |") && line.endsWith("| 2.02 |"));
        assertThat(lines.get(lines.size() - 1)).startsWith("| round trip from the actual send |");
    }

    @Test
    void showsLatency2AndParsingWithThePublished() {
        assertThat(report.markdown())
                .contains("| published: Optimized.hard |", "| 99 % |", "| parsing alone, µs |", "| 1.31-2.11 |");
    }

    @Test
    void saysWhatFailed() {
        FixComparison broken = new FixComparison(comparison.schedule());
        MeasurementSpec spec = comparison.schedule().specs().get(0);
        broken.add(spec, new MeasurementResult(List.of(), "TCP echo: the connection broke", 0));

        assertThat(new FixReport(broken, "").text())
                .contains("TCP echo, JLBH 2,000/s FAILED: TCP echo: the connection broke");
    }

    @Test
    void givesTheIntervalOfTheDifferenceOnlyFromEnoughPairs() {
        assertThat(AgentTable.difference(List.of(1.0))).isEqualTo("+1.00 (too few pairs)");
        assertThat(AgentTable.difference(List.of(1.0, 2.0, 3.0))).isEqualTo("+2.00 (-0.483 to +4.48)");
    }

    @Test
    void hasALineInTheCsvForEachRunAndRecorder() {
        assertThat(FixRunsCsv.of(comparison).lines())
                .startsWith(
                        "engine,scenario,recorder,agent,rate,round,run,whole,disturbed,others' CPUs,seconds,bytes,"
                                + "collections,pauses ms,beyond p99,beyond p99 in collections,in collections,count,mean,p50,p90,p99,p99.9,p99.99,worst")
                .hasSize(1 + comparison.all().size() * 3 * 6)
                .contains(
                        "echo,jlbh,end to end,off,2000,1,1,yes,no,0.020,0.500,23000000,2,9,10,8,16,1000,10.200,10.007,"
                                + "10.007,20.000,20.000,20.000,20.000");
    }
}
