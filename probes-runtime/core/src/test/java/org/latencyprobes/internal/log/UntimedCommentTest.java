package org.latencyprobes.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UntimedCommentTest {

    @Test
    void readsWhatItWrote() {
        assertThat(UntimedComment.calls('#' + UntimedComment.of(123, true))).isEqualTo(123);
    }

    @Test
    void saysWhetherTheTimedCallsAreAUniformChoice() {
        assertThat(UntimedComment.isUniform('#' + UntimedComment.of(5, true))).isTrue();
        assertThat(UntimedComment.isUniform('#' + UntimedComment.of(5, false))).isFalse();
        assertThat(UntimedComment.calls('#' + UntimedComment.of(5, false))).isEqualTo(5);
        assertThat(UntimedComment.isUniform("#[Another comment]")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "#[Untimed: calls of the next line were counted and not timed]",
                "#[Untimed:  calls of the next line were counted and not timed]",
                "#[Untimed: -1 calls of the next line were counted and not timed]",
                "#[Untimed: 1",
                "# calls of the next line were counted and not timed][Untimed: ",
                "[Untimed: 1 calls of the next line were counted and not timed]"
            })
    void whatIsNoneSaysNothing(String line) {
        assertThat(UntimedComment.calls(line)).isZero();
    }
}
