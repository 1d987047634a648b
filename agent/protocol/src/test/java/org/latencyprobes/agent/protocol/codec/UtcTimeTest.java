package org.latencyprobes.agent.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class UtcTimeTest {

    @ParameterizedTest
    @CsvSource({
        "2026-11-22T16:40:15.999Z, 2026-11-22 16:40:15Z, 2026-11-22 16:40:15.999Z",
        "2026-11-22T16:40:00.001Z, 2026-11-22 16:40:00Z, 2026-11-22 16:40:00.001Z",
        "2026-01-02T00:00:00Z, 2026-01-02 00:00:00Z, 2026-01-02 00:00:00.000Z"
    })
    void aMomentHasItsSecondInUtc(Instant moment, String text, String exact) {
        assertThat(UtcTime.ofSecond(moment.toEpochMilli())).isEqualTo(text);
        assertThat(UtcTime.ofMilli(moment.toEpochMilli())).isEqualTo(exact);
    }
}
