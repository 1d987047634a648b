package org.latencyprobes.analysis.markup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {

    @ParameterizedTest
    @CsvSource({
        "0, 0 ns",
        "1, 1 ns",
        "0.004, 0 ns",
        "0.25, 0.25 ns",
        "12.34, 12.3 ns",
        "850, 850 ns",
        "999.6, 1 µs",
        "1234, 1.23 µs",
        "1005, 1.01 µs",
        "1004.9999999999999, 1.01 µs", // 1.005 µs in ns
        "50000, 50 µs",
        "999499, 999 µs",
        "999500, 1 ms",
        "41000000, 41 ms",
        "1500000000, 1.5 s",
        "3600000000000, 3600 s",
        "-56900, −56.9 µs",
    })
    void hasThreeDigitsAndTheUnitThatFits(double nanos, String text) {
        assertThat(DurationText.of(nanos)).isEqualTo(text);
    }
}
