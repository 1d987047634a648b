package org.latencyprobes.cli.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.TypeConversionException;

final class DurationConverterTest {

    @Test
    void aWholeNumberHasAUnit() {
        assertThat(new DurationConverter().convert("2m")).isEqualTo(Duration.ofMinutes(2));
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new DurationConverter().convert("250us"))
                .withMessage("\"250us\" is not a duration, which is a whole number from 1 on with ms, s, m, h or d");
    }

    @Test
    void whatNoClockCanCountIsRefused() {
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> new DurationConverter().convert("999999999d"))
                .withMessage("\"999999999d\" is too long: at most 36500d is allowed");
    }

    @Test
    void callsMayTakeMicroseconds() {
        DurationConverter converter = new DurationConverter.OfCalls();
        assertThat(converter.convert("250us")).isEqualTo(Duration.ofNanos(250_000));
        assertThat(converter.convert("10ms")).isEqualTo(Duration.ofMillis(10));
        assertThatExceptionOfType(TypeConversionException.class)
                .isThrownBy(() -> converter.convert("0us"))
                .withMessageContaining("us, ms, s, m, h or d");
    }
}
