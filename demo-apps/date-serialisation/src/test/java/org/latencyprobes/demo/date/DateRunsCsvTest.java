package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DateRunsCsvTest {

    @Test
    void hasALineForEachRunAndRecorder() {
        assertThat(DateRunsCsv.of(DateSamples.comparison(1)).lines())
                .hasSize(1 + 4 * 2 * 4)
                .startsWith("experiment,recorder,round,run,compared,seconds,count,p50,p90,p99,p99.9,p99.99,worst")
                .contains(
                        "in-server,probe,1,1,no,2.000,4,50.000,50.000,50.000,50.000,50.000,50.000",
                        "in-server,probe,1,2,yes,2.000,4,5.000,5.000,5.000,5.000,5.000,5.000",
                        "in-server,outer,1,2,yes,2.000,4,5.060,5.060,5.060,5.060,5.060,5.060");
    }
}
