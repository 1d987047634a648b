package org.latencyprobes.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TailSamplesTest {

    @ParameterizedTest
    @CsvSource({
        "50, 19, 9, false, false",
        "50, 20, 10, true, false",
        "99, 1000, 10, true, false",
        "99, 4999, 49, true, false",
        "99.9, 10000, 10, true, false",
        "99.9, 50000, 50, true, true",
        "99.99, 100000, 10, true, false",
        "99.999, 1000000, 10, true, false",
        "100, 1000000, 0, false, false",
    })
    void countsWhatLiesBeyond(double percentile, long samples, long beyond, boolean printable, boolean judgeable) {
        TailSamples tail = new TailSamples(percentile, samples);

        assertThat(tail.beyond()).isEqualTo(beyond);
        assertThat(tail.isPrintable()).isEqualTo(printable);
        assertThat(tail.isJudgeable()).isEqualTo(judgeable);
    }

    @ParameterizedTest
    @CsvSource({"50, 100", "99, 5000", "99.9, 50000", "99.99, 500000", "99.999, 5000000"})
    void judgesFromFiftySamplesBeyondOn(double percentile, long needed) {
        assertThat(new TailSamples(percentile, needed).isJudgeable()).isTrue();
        assertThat(new TailSamples(percentile, needed - 1).isJudgeable()).isFalse();
    }

    @Test
    void saysWhatIsMissing() {
        assertThat(new TailSamples(99.9, 14_400).shortage())
                .isEqualTo("too few samples beyond p99.9: 14, 50 are needed");
    }
}
