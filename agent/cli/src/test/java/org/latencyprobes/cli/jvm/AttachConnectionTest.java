package org.latencyprobes.cli.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AttachConnectionTest {

    @ParameterizedTest
    @CsvSource({"2, 2", "10, 10", "60, 15", "240, 60"})
    void aLongerTimeoutIsALongerWaitForABusyJvm(long timeoutSeconds, long seconds) {
        assertThat(AttachConnection.attaching(Duration.ofSeconds(timeoutSeconds)))
                .isEqualTo(Duration.ofSeconds(seconds));
    }
}
