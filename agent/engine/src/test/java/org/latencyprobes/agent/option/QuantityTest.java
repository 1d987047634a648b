package org.latencyprobes.agent.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class QuantityTest {

    @ParameterizedTest
    @CsvSource({"1ns, 1", "250us, 250000", "10ms, 10000000", "3s, 3000000000", "2m, 120000000000", "1h, 3600000000000"})
    void durationsHaveUnits(String text, long nanos) {
        assertThat(Quantity.nanos(text)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @CsvSource({"64k, 65536", "1m, 1048576", "1M, 1048576", "2g, 2147483648"})
    void sizesHaveUnits(String text, long bytes) {
        assertThat(Quantity.bytes(text)).isEqualTo(bytes);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "s",
                "10",
                "-1s",
                "+1s",
                "1.5s",
                "1 s",
                " 1s",
                "1S",
                "1d",
                "99999999999999999999ns",
                "9999999h"
            })
    void nothingElseIsADuration(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Quantity.nanos(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "10", "-1k", "1kb", "9223372036854775807g"})
    void nothingElseIsASize(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> Quantity.bytes(text));
    }
}
