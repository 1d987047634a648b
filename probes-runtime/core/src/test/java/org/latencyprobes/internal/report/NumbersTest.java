package org.latencyprobes.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NumbersTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 0 | 0",
                "999 | 0 | 999",
                "1000 | 0 | 1,000",
                "1234567.89 | 1 | 1,234,567.9",
                "0.0004 | 3 | 0.000",
                "0.01 | 2 | 0.01",
                "99.999 | 2 | 100.00",
                "-1234.5 | 1 | -1,234.5",
                "1e18 | 0 | 1,000,000,000,000,000,000",
                "NaN | 2 | NaN"
            })
    void standsWithCommasAndAsManyDecimals(double number, int decimals, String text) {
        assertThat(Numbers.fixed(number, decimals)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "0.0004, <0.001",
        "0.001, 0.0010",
        "0.0011, 0.0011",
        "0.011, 0.011",
        "0.0996, 0.10",
        "0.99, 0.99",
        "0.996, 1.0",
        "1.25, 1.3",
        "9.94, 9.9",
        "9.96, 10",
        "99.4, 99",
        "99.6, 99.6",
        "99.96, >99.9",
        "100, 100",
        "250, 250"
    })
    void aShareHasTwoDigitsAndIsNeverNothingOrAllWhereItIsNot(double percent, String text) {
        assertThat(Numbers.percent(percent)).isEqualTo(text);
    }

    @Test
    void isWhatTheJdkWrites() {
        Random random = new Random(3);
        for (int i = 0; i < 10_000; i++) {
            double number = Math.floor(Math.exp(random.nextDouble() * 30)) / 1_000; // as durations are, in ns
            int decimals = random.nextInt(4);
            double half = number * Math.pow(10, decimals);
            if (half - Math.floor(half) != 0.5) { // the JDK rounds the decimal text, we the number
                assertThat(Double.parseDouble(Numbers.fixed(number, decimals).replace(",", "")))
                        .isCloseTo(
                                Double.parseDouble(String.format(Locale.ROOT, "%." + decimals + "f", number)),
                                org.assertj.core.data.Offset.offset(Math.pow(10, -decimals) * 1.0001));
            }
        }
    }
}
