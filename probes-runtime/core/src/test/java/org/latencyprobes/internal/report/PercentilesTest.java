package org.latencyprobes.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PercentilesTest {

    private final Locale locale = Locale.getDefault();

    @AfterEach
    void restoreLocale() {
        Locale.setDefault(locale);
    }

    @Test
    void namesHaveNoNeedlessDecimals() {
        assertThat(Percentiles.names()).containsExactly("p50", "p90", "p99", "p99.9", "p99.99");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0.000",
        "0.1234, 0.123",
        "0.9999, 1.000",
        "1, 1.00",
        "4.219, 4.22",
        "999.994, 999.99",
        "1234.56, '1,235'"
    })
    void figuresHaveAsManyDecimalsAsTwoDigitsCarry(double micros, String text) {
        assertThat(Percentiles.text(micros)).isEqualTo(text);
    }

    @Test
    void figuresAreSameInEveryLocale() {
        Locale.setDefault(Locale.GERMANY);
        assertThat(Percentiles.text(1234.56)).isEqualTo("1,235");
    }

    @Test
    void microsAreThoseOfHistogramInNanos() {
        Histogram histogram = new Histogram(2);
        histogram.recordValue(2_000);
        assertThat(Percentiles.micros(histogram, 50)).isEqualTo(2.007);
    }
}
