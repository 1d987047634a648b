package org.latencyprobes.agent.select;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NearestTest {

    private static final List<String> NAMES = List.of("place", "placeAll", "find", "findByName", "close");

    @ParameterizedTest
    @CsvSource({
        "plce,place",
        "palce,place",
        "PLACE,place",
        "findByNmae,findByName",
        "findB,find",
        "clos,close",
        "findBy,findByName"
    })
    void isTheOneWithTheFewestWrongLetters(String wrong, String nearest) {
        assertThat(Nearest.to(wrong, NAMES)).isEqualTo(nearest);
    }

    @Test
    void isNoneWhereAllAreFarAway() {
        assertThat(Nearest.to("settle", NAMES)).isNull();
        assertThat(Nearest.to("x", NAMES)).isNull();
        assertThat(Nearest.to("place", List.of())).isNull();
    }

    @Test
    void countsLettersPutInLeftOutReplacedAndSwapped() {
        assertThat(Nearest.edits("abcd", "abcd", 4)).isZero();
        assertThat(Nearest.edits("abcd", "abd", 4)).isEqualTo(1);
        assertThat(Nearest.edits("abcd", "abxcd", 4)).isEqualTo(1);
        assertThat(Nearest.edits("abcd", "abxd", 4)).isEqualTo(1);
        assertThat(Nearest.edits("abcd", "abdc", 4)).isEqualTo(1);
        assertThat(Nearest.edits("", "abc", 4)).isEqualTo(3);
        assertThat(Nearest.edits("abcdefgh", "stuvwxyz", 2)).isGreaterThan(2);
    }
}
