package org.latencyprobes.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ComparisonAnswerTest {

    @Test
    void markdownShowsNamesAsTheyAre() {
        assertThat(ComparisonAnswer.escaped("a\\|b<c>*[x](y)!`_#~&@me\r\nz"))
                .isEqualTo("a\\\\\\|b&lt;c>\\*\\[x\\](y)!\\`\\_\\#\\~&amp;@\u200bme  z");
    }

    @Test
    void sentencesAreItemsOfAList() {
        assertThat(ComparisonAnswer.list(List.of("one:", "  a*"))).isEqualTo("- one:\n- a\\*\n");
    }
}
