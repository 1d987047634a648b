package org.latencyprobes.agent.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class NameGlobTest {

    @Test
    void aStarStandsForAnyCharacters() {
        assertThat(NameGlob.of("get*").matches("getName")).isTrue();
        assertThat(NameGlob.of("get*").matches("get")).isTrue();
        assertThat(NameGlob.of("*Name").matches("getName")).isTrue();
        assertThat(NameGlob.of("g*N*e").matches("getName")).isTrue();
        assertThat(NameGlob.of("*").matches("")).isTrue();
        assertThat(NameGlob.of("get*").matches("forget")).isFalse();
        assertThat(NameGlob.of("get").matches("getName")).isFalse();
        assertThat(NameGlob.of("").matches("getName")).isFalse();
    }

    @Test
    void manyStarsTakeNoLongTime() {
        assertThat(NameGlob.of("*a".repeat(2_000)).matches("a".repeat(5_000) + "b"))
                .isFalse();
    }
}
