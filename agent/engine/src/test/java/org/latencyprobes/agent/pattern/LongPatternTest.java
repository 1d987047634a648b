package org.latencyprobes.agent.pattern;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Patterns and names of tens of kilobytes, on which a search that backtracks would not end. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
final class LongPatternTest {

    private static final int TIMES = 5_000;

    @Test
    void manyStarsMeetALongName() throws BadPatternException {
        MethodPattern pattern = MethodPattern.parse("A#" + "*a".repeat(TIMES) + "*b");
        assertThat(pattern.matchesMethod("a".repeat(12 * TIMES), "()V", false)).isFalse();
        assertThat(pattern.matchesMethod("a".repeat(12 * TIMES) + 'b', "()V", false))
                .isTrue();
    }

    @Test
    void manyGapsMeetALongName() throws BadPatternException {
        MethodPattern pattern = MethodPattern.parse("a..*a".repeat(TIMES) + "..b.*");
        assertThat(pattern.matchesType("a.".repeat(6 * TIMES) + "c")).isFalse();
        assertThat(pattern.matchesType("aa.".repeat(4 * TIMES) + "b.c")).isFalse();
        assertThat(MethodPattern.parse("..a".repeat(TIMES) + "..b.*").matchesType("a.".repeat(6 * TIMES) + "b.c"))
                .isTrue();
    }

    @Test
    @Tag("full")
    void aGapBeforeALongTailMeetsALongName() throws BadPatternException {
        MethodPattern pattern = MethodPattern.parse("a.." + "a*.".repeat(TIMES) + "b");
        assertThat(pattern.matchesType("a.".repeat(6 * TIMES) + "a.b")).isTrue();
        assertThat(pattern.matchesType("a.".repeat(6 * TIMES) + "c.b")).isFalse();
    }

    @Test
    void manyParametersMeetManyGaps() throws BadPatternException {
        MethodPattern pattern = MethodPattern.parse("A#a(" + "..,int,".repeat(TIMES) + "long)");
        assertThat(pattern.matchesMethod("a", '(' + "I".repeat(6 * TIMES) + ")V", false))
                .isFalse();
        assertThat(pattern.matchesMethod("a", '(' + "I".repeat(6 * TIMES) + "J)V", false))
                .isTrue();
    }

    @Test
    void manyTagsAndPlaceholdersAreRead() throws BadPatternException {
        StringBuilder text = new StringBuilder("A as " + "{method}".repeat(TIMES));
        for (int i = 0; i < TIMES; i++) {
            text.append(" tag k").append(i).append("=v");
        }
        MethodPattern pattern = MethodPattern.parse(text.toString());
        assertThat(pattern.probeName("A", "b", "()V")).isEqualTo("b".repeat(TIMES));
        assertThat(pattern.tags("A", "b", "()V")).hasSize(2 * TIMES);
    }

    @Test
    void aLongPatternIsRefusedWithAShortMessage() {
        for (String begun : new String[] {"a.", "a..", "A#a(int,", "A as {method}{", "A tag a='", "'", "A#a([]"}) {
            String text = begun.repeat(TIMES);
            assertThatExceptionOfType(BadPatternException.class)
                    .isThrownBy(() -> MethodPattern.parse(text))
                    .satisfies(e -> assertThat(e.getMessage().length()).isLessThan(400));
        }
    }

    @Test
    void manyPatternsAreRead() throws BadPatternException {
        assertThat(MethodPattern.parseAll("a.B#c;\n".repeat(TIMES))).hasSize(TIMES);
    }
}
