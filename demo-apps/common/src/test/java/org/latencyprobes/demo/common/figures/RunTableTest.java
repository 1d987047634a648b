package org.latencyprobes.demo.common.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RunTableTest {

    /** The published runs are rounded to 0.01 µs, so the published variation is only as exact as that. */
    @ParameterizedTest
    @CsvSource({
        "4.22, 4.22, 4.22, 0.00",
        "352.26, 434.18, 434.18, 0.00",
        "671.74, 704.51, 737.28, 3.01",
        "802.82, 835.58, 901.12, 4.97",
        "901.12, 933.89, 999.42, 4.47",
        "11.01, 11.01, 8.96, 13.22",
        "18.94, 18.94, 15.62, 12.44",
        "31.23, 29.18, 26.11, 7.27",
        "50.18, 52.22, 37.89, 20.14",
        "901.12, 901.12, 770.05, 10.19",
        "2424.83, 1671.17, 1032.19, 29.21"
    })
    void variationIsThatOfPublishedTables(double run1, double run2, double run3, double published) {
        assertThat(RunTable.variationPercent(List.of(run1, run2, run3))).isCloseTo(published, within(0.05));
    }

    @Test
    void variationOfFewerThanTwoComparedRunsIsNone() {
        assertThat(RunTable.variationPercent(List.of())).isNaN();
        assertThat(RunTable.variationPercent(List.of(1.0, 2.0))).isNaN();
    }

    @Test
    void variationOfZerosIsZero() {
        assertThat(RunTable.variationPercent(List.of(5.0, 0.0, 0.0))).isZero();
    }

    @Test
    void eachPercentileAndMaxHasRow() {
        RunTable table = new RunTable("date serialisation", List.of(run(1), run(2), run(2)));
        assertThat(table.grid().csv()).isEqualTo("""
                        date serialisation,run 1,run 2,run 3,% variation
                        50,0.501,1.00,1.00,0.00
                        90,0.903,1.81,1.81,0.00
                        99,0.991,1.98,1.98,0.00
                        99.9,0.999,2.00,2.00,0.00
                        99.99,1.00,2.01,2.01,0.00
                        max,1.00,2.00,2.00,0.00
                        """);
    }

    @Test
    void singleRunHasNoVariation() {
        assertThat(new RunTable("x", List.of(run(1))).grid().csv()).contains("50,0.501,-\n");
    }

    /** A run with the durations from 1 to 1,000 times a factor, in ns. */
    private static Distribution run(int factor) {
        Histogram histogram = new Histogram(2);
        IntStream.rangeClosed(1, 1_000).forEach(value -> histogram.recordValue((long) value * factor));
        return new Distribution(histogram, 1_000L * factor);
    }
}
