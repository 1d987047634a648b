package org.latencyprobes.log;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UntimedCommentTest {

    @Test
    void readsWhatItWrote() {
        assertThat(UntimedComment.calls('#' + UntimedComment.of(123))).isEqualTo(123);
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
