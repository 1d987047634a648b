package org.latencyprobes.cli.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class InstantConverterTest {

    @ParameterizedTest
    @ValueSource(strings = {"2026-11-22T12:54:40Z", "2026-11-22 12:54:40Z", "2026-11-22 12:54:40.000Z", "1795352080"})
    void takesAMomentAlsoAsOurTablesHaveIt(String text) {
        assertThat(new InstantConverter().convert(text)).isEqualTo(Instant.parse("2026-11-22T12:54:40Z"));
    }
}
