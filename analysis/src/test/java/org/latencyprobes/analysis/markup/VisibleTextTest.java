package org.latencyprobes.analysis.markup;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class VisibleTextTest {

    @Test
    void whatSteersOrIsNotSeenIsANumber() {
        assertThat(VisibleText.of("a\u001b[2J\r\n\u009b\u202e\u200b\u2028\ud800z"))
                .isEqualTo("a\\u001b[2J\\u000d\\u000a\\u009b\\u202e\\u200b\\u2028\\ud800z");
    }

    @Test
    void allElseStaysAsItIs() {
        assertThat(VisibleText.of("Übung {desk=fx} 日本 \ud83d\ude00 µs – ≥"))
                .isEqualTo("Übung {desk=fx} 日本 \ud83d\ude00 µs – ≥");
    }
}
