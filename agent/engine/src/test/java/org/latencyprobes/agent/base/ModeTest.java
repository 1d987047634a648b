package org.latencyprobes.agent.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModeTest {

    @ParameterizedTest
    @ValueSource(strings = {"on", "off", "counted", "sampled(1/2)", "sampled(1/16)", "sampled(1/65536)"})
    void isReadAsItIsWritten(String text) {
        assertThat(Mode.named(text)).hasToString(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"sampled(1/16)", "sampled:1/16", "sampled:16", "1/16"})
    void aShellNeedsNoParentheses(String text) {
        assertThat(Mode.named(text)).isEqualTo(Mode.sampled(16)).hasSameHashCodeAs(Mode.sampled(16));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "On",
                "sampled",
                "sampled(1/1)",
                "sampled(1/65537)",
                "sampled(16)",
                "sampled(1/16",
                "sampled:",
                "1/0",
                "1/-2",
                "1/99999999999",
                "sampled(1/)",
                "sampled(1/1a)",
                " on"
            })
    void refusesAllElse(String text) {
        assertThat(Mode.named(text)).isNull();
    }

    @Test
    void saysWhatItTimes() {
        assertThat(Mode.ON.oneIn()).isEqualTo(1);
        assertThat(Mode.COUNTED.oneIn()).isZero();
        assertThat(Mode.sampled(256).oneIn()).isEqualTo(256);
        assertThat(Mode.OFF.isOff()).isTrue();
        assertThat(Mode.COUNTED.isOff()).isFalse();
        assertThatThrownBy(() -> Mode.sampled(1)).hasMessageContaining("2 to 65536");
    }
}
