package org.latencyprobes.agent.pattern;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class NearestNameTest {

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
        assertThat(NearestName.to(wrong, NAMES)).isEqualTo(nearest);
    }

    @ParameterizedTest
    @CsvSource({"OrderService#place,Shop.OrderService.place", "find,Shop.find", "Service.place,"})
    void ofAProbeIsAlsoOneThatEndsSo(String written, String nearest) {
        assertThat(NearestName.ofProbe(written, List.of("Shop.find", "Shop.OrderService.place")))
                .isEqualTo(nearest);
    }

    @Test
    void isNoneWhereAllAreFarAway() {
        assertThat(NearestName.to("settle", NAMES)).isNull();
        assertThat(NearestName.to("x", NAMES)).isNull();
        assertThat(NearestName.to("place", List.of())).isNull();
    }

    @Test
    void countsLettersPutInLeftOutReplacedAndSwapped() {
        assertThat(NearestName.edits("abcd", "abcd", 4)).isZero();
        assertThat(NearestName.edits("abcd", "abd", 4)).isEqualTo(1);
        assertThat(NearestName.edits("abcd", "abxcd", 4)).isEqualTo(1);
        assertThat(NearestName.edits("abcd", "abxd", 4)).isEqualTo(1);
        assertThat(NearestName.edits("abcd", "abdc", 4)).isEqualTo(1);
        assertThat(NearestName.edits("", "abc", 4)).isEqualTo(3);
        assertThat(NearestName.edits("abcdefgh", "stuvwxyz", 2)).isGreaterThan(2);
    }

    @Test
    void aMessageEndsInAQuestionWhereANameIsNear() {
        assertThat(NearestName.end("plcae", NAMES)).isEqualTo("; did you mean place");
        assertThat(NearestName.end("settle", NAMES)).isEmpty();
        assertThat(NearestName.notAllowed("tpye", List.of("name", "type")))
                .isEqualTo("tpye is not allowed; it takes name, type; did you mean type");
    }
}
