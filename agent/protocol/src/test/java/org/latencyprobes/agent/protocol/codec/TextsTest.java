package org.latencyprobes.agent.protocol.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class TextsTest {

    @Test
    void microsecondsHaveAsManyDigitsAsTheyNeed() {
        assertThat(Texts.decimal(0.001)).isEqualTo("0.001");
        assertThat(Texts.decimal(1.5)).isEqualTo("1.5");
        assertThat(Texts.decimal(4_398_046_511_103_000L / 1e3)).isEqualTo("4398046511103");
        assertThat(Texts.decimal(1e7 / 3)).isEqualTo("3333333.333");
        assertThat(Texts.decimal(0)).isEqualTo("0");
    }

    @ParameterizedTest
    @CsvSource({
        "12.05,12.05",
        "0.12,0.12",
        "-0.5,-0.5",
        "-3,-3",
        "-2.007,-2.007",
        "-0.0004,0",
        "1e18,9223372036854775.807"
    })
    void decimalsAreCutAtThousandths(double value, String text) {
        assertThat(Texts.decimal(value)).isEqualTo(text);
    }

    @Test
    void tagsAreSeparatedBySemicolons() {
        assertThat(Texts.pairs(Map.of())).isEmpty();
        assertThat(Texts.pairs(Map.of("desk", "fx"))).isEqualTo("desk=fx");
    }

    @Test
    void semicolonsInTagsAreNoSeparators() {
        Map<String, String> tags = new LinkedHashMap<>();
        tags.put("path", "/a;b=1\\;c");
        tags.put("empty", "");
        tags.put("desk", "fx");
        assertThat(Texts.parsedTags(Texts.pairs(tags))).containsExactlyEntriesOf(tags);
        assertThat(Texts.label(tags)).isEqualTo("{path=/a;b=1\\;c,empty=,desk=fx}");
        assertThat(Texts.label(Map.of())).isEmpty();
        assertThat(Texts.parsedTags("")).isEmpty();
    }

    @Test
    void aThreadWithoutANameIsAVirtualOne() {
        assertThat(Texts.thread("exec-1", 31)).isEqualTo("exec-1");
        assertThat(Texts.thread("", 31)).isEqualTo("virtual thread 31");
        assertThat(Texts.thread("", -1)).isEqualTo("virtual thread");
    }
}
