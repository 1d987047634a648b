package org.latencyprobes.demo.date;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DateRunsCsvTest {

    @Test
    void hasALineForEachRunAndRecorder() {
        assertThat(DateRunsCsv.of(DateSamples.comparison(1)).lines())
                .hasSize(1 + 6 * 2 * 4)
                .startsWith("experiment,recorder,round,run,compared,seconds,count,p50,p90,p99,p99.9,p99.99,max")
                .contains(
                        "server-sleeping,probe,1,1,no,2.000,10000,50.000,50.000,50.000,50.000,50.000,50.000",
                        "server-sleeping,probe,1,2,yes,2.000,10000,5.000,5.000,5.000,5.000,5.000,5.000",
                        "server-sleeping,outer,1,2,yes,2.000,10000,5.060,5.060,5.060,5.060,5.060,5.060");
    }
}
