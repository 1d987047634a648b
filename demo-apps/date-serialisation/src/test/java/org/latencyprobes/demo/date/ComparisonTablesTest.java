package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.latencyprobes.analysis.page.PageTable;
import org.latencyprobes.demo.date.experiment.Experiment;
import org.latencyprobes.demo.date.experiment.ExperimentResult;
import org.latencyprobes.demo.date.experiment.ExperimentRun;

class ComparisonTablesTest {

    private final ComparisonTables tables = new ComparisonTables(DateSamples.comparison(2));

    @Test
    void setsThePublishedFiguresBesideTheMeasured() {
        assertThat(markdown(tables.figures()).lines())
                .startsWith(
                        "| µs | micro (JMH) | micro (JLBH) | no socket, spinning | no socket, sleeping | socket, spinning |"
                                + " socket, sleeping | published JMH | published JLBH | published server |",
                        "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|",
                        "| p50 | 2.00 | 2.10 | 3.00 | 4.00 | 4.50 | 5.00 | 4.10 | 4.22 | 11.01 |")
                .contains("| p99 | 2.00 | 2.10 | 3.00 | 4.00 | 4.50 | 5.00 | 8.43 | 434.18 | 29.18 |")
                .endsWith(
                        "| calls a round | 10,000 | 10,000 | 10,000 | 10,000 | 10,000 | 10,000 |  |  |  |",
                        "| per second | 5,000 | 5,000 | 5,000 | 5,000 | 5,000 | 5,000 |  |  |  |");
    }

    @Test
    void leavesOutPercentilesWithFewerThanTenCallsBeyond() {
        assertThat(markdown(tables.figures()))
                .contains("| p99.9 | 2.00 | 2.10 |", "| p99.99 | - | - | - | - | - | - | 113.36 |", "| max | 2.00 |");
    }

    @Test
    void givesRatiosWithTheirIntervals() {
        assertThat(markdown(tables.ratios()).lines().skip(2))
                .startsWith(
                        "| socket, sleeping / micro (JMH) | 2.50 (2.50–2.50) | 2.50 (2.50–2.50) | 2.50 (2.50–2.50) |"
                                + " - / - / - |")
                .contains(
                        "| socket, spinning / micro (JMH) | 2.25 (2.25–2.25) | 2.25 (2.25–2.25) | 2.25 (2.25–2.25) | 2.69 /"
                                + " 3.38 / 3.46 |",
                        "| sleep, with socket | 1.11 (1.11–1.11) | 1.11 (1.11–1.11) | 1.11 (1.11–1.11) | - / - / - |")
                .hasSize(8);
    }

    @Test
    void judgesNoPercentileWithFewerThanFiftyCallsBeyond() {
        DateComparison few = new DateComparison(1);
        ExperimentRun run = new ExperimentRun(
                1,
                DateSamples.distribution(
                        LongStream.range(0, 500).map(i -> 2_000).toArray()),
                DateSamples.distribution(),
                DateSamples.distribution(),
                DateSamples.distribution(),
                DateSamples.distribution());
        few.add(Experiment.MICRO_JMH, 1, new ExperimentResult(60, List.of(run)));
        few.add(Experiment.SERVER_SLEEPING, 1, new ExperimentResult(60, List.of(run)));

        assertThat(markdown(new ComparisonTables(few).ratios()))
                .contains(
                        "| socket, sleeping / micro (JMH) | 1.00 (no interval) | 1.00 (no interval) | - | - / - / - |");
    }

    @Test
    void namesTheExperimentsThatDidNotHoldTheirRate() {
        assertThat(tables.notes(5_000)).doesNotContain("not held");
        assertThat(tables.notes(6_000))
                .contains(
                        "The rate of 6,000 a second was not held by no socket, spinning (5,000), no socket, sleeping (5,000),"
                                + " socket, spinning (5,000), socket, sleeping (5,000): the generator is late there, and goes on at once.");
        assertThat(tables.notes(5_100)).doesNotContain("not held");
        assertThat(tables.notes(5_103)).contains("not held");
    }

    @Test
    void saysWhichSamplerSawTheJitter() {
        assertThat(ComparisonTables.grid(tables.jitter()).csv().lines())
                .contains(
                        "\"socket, sleeping\",agent: oversleep of 1 ms sleeps,4,70.02,90.00,90.00,90.00,90.00,90.00",
                        "\"published: socket, spinning\",\"JLBH: gaps over 1 µs, spinning\",64973,8.10,16.00,40.00,1540,4850,18350")
                .noneMatch(line -> line.startsWith("\"socket, sleeping\",\"JLBH"));
    }

    @Test
    void printsBothRecorders() {
        assertThat(markdown(tables.crossCheck()).lines())
                .contains(
                        "| socket, sleeping, round 1, run 2 | 10,000 / 10,000 | 5.00 / 5.00 | 5.00 / 5.00 | 5.00 / 5.00 |"
                                + " 0.0 |")
                .noneMatch(line -> line.contains("JMH)"));
    }

    @Test
    void leavesOutWhatWasNotMeasured() {
        ComparisonTables empty = new ComparisonTables(new DateComparison(1));

        assertThat(markdown(empty.figures())).contains("| p50 | 4.10 | 4.22 | 11.01 |");
        assertThat(empty.ratios().rows()).isEmpty();
    }

    private static String markdown(PageTable table) {
        return ComparisonTables.grid(table).markdown();
    }
}
