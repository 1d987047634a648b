package org.latencyprobes.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DurationsTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0 ns",
                "0.313|313 ns",
                "0.0005|0.500 ns",
                "0.00005|0.0500 ns",
                "0.9999|1.00 µs",
                "1|1.00 µs",
                "9413|9.41 ms",
                "99960|100 ms",
                "84896|84.9 ms",
                "61584000|61.6 s",
                "98765432100|98,800 s",
                "-2.5|−2.50 µs",
                "NaN|–"
            })
    void aTimeAloneHasThreeDigitsAndTheUnitThatFits(double micros, String text) {
        assertThat(Durations.text(micros)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.154|2114|0.154 µs|2,110 µs",
                "0.154|60293|0.154 µs|60,300 µs",
                "40000|110000|40.0 ms|110 ms",
                "400|999|400 µs|999 µs",
                "0.4|0.6|400 ns|600 ns",
                "0.0108|198|0.0108 µs|198 µs",
                "0|5|0 µs|5.00 µs"
            })
    void timesThatAreComparedHaveOneUnit(double one, double other, String first, String second) {
        int unit = Durations.unit(one, other);
        assertThat(Durations.text(one, unit)).isEqualTo(first);
        assertThat(Durations.text(other, unit)).isEqualTo(second);
    }

    @Test
    void whatIsTooFarApartHasItsOwn() {
        int unit = Durations.unit(0.03, 30e6, Double.NaN);
        assertThat(Durations.text(0.03, unit)).isEqualTo("30 ns");
        assertThat(Durations.text(30e6, unit)).isEqualTo("30.0 s");
    }
}
