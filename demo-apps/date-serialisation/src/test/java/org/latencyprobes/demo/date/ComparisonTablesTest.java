package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ComparisonTablesTest {

    private final ComparisonTables tables = new ComparisonTables(DateSamples.comparison(2));

    @Test
    void setsThePublishedFiguresBesideTheMeasured() {
        assertThat(tables.figures().markdown().lines())
                .startsWith(
                        "| µs | micro (JMH) | micro (JLBH) | same rate, no TCP | in the server | published JMH | published JLBH | published server |",
                        "|---|---:|---:|---:|---:|---:|---:|---:|",
                        "| p50 | 2.00 | 2.10 | 3.00 | 5.00 | 4.10 | 4.22 | 11.01 |")
                .contains("| p99 | 2.00 | 2.10 | 3.00 | 5.00 | 8.43 | 434.18 | 29.18 |")
                .endsWith("| calls a round | 4 | 4 | 4 | 4 |  |  |  |", "| per second | 2 | 2 | 2 | 2 |  |  |  |");
    }

    @Test
    void givesFactorsWithTheirRange() {
        assertThat(tables.factors().markdown().lines().skip(2))
                .containsExactly(
                        "| in the server / micro (JMH) | 2.50 (2.50-2.50) | 2.50 (2.50-2.50) | 2.50 (2.50-2.50) | 2.69 / 3.38"
                                + " / 3.46 |",
                        "| in the server / micro (JLBH) | 2.38 (2.38-2.38) | 2.38 (2.38-2.38) | 2.38 (2.38-2.38) | 2.61 / 3.29"
                                + " / - |",
                        "| gap: same rate, no TCP / micro (JMH) | 1.50 (1.50-1.50) | 1.50 (1.50-1.50) | 1.50 (1.50-1.50) | -"
                                + " / - / - |",
                        "| socket: in the server / same rate, no TCP | 1.67 (1.67-1.67) | 1.67 (1.67-1.67) | 1.67 (1.67-1.67)"
                                + " | - / - / - |");
    }

    @Test
    void saysWhichSamplerSawTheJitter() {
        assertThat(tables.jitter().csv().lines())
                .contains(
                        "in the server,agent: oversleep of 1 ms sleeps,4,70.02,90.00,90.00,90.00,90.00,90.00",
                        "published: in the server,\"JLBH: gaps over 1 µs, spinning\",64973,8.10,16.00,40.00,1540,4850,18350")
                .noneMatch(line -> line.startsWith("in the server,\"JLBH"));
    }

    @Test
    void printsBothRecorders() {
        assertThat(tables.crossCheck().markdown().lines())
                .contains("| in the server, round 1, run 2 | 4 / 4 | 5.00 / 5.00 | 5.00 / 5.00 | 5.00 / 5.00 | 0.0 |")
                .noneMatch(line -> line.contains("JMH)"));
    }

    @Test
    void leavesGapsWhereAnExperimentFailed() {
        ComparisonTables empty = new ComparisonTables(new DateComparison(1));

        assertThat(empty.figures().markdown()).contains("| p50 | - | - | - | - | 4.10 | 4.22 | 11.01 |");
        assertThat(empty.factors().markdown())
                .contains("| in the server / micro (JMH) | - | - | - | 2.69 / 3.38 / 3.46 |");
    }
}
