package org.latencyprobes.analysis.markup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class MarkdownTextTest {

    @Test
    void markdownShowsNamesAsTheyAre() {
        assertThat(MarkdownText.escaped("a\\|b<c>*[x](y)!`_#~&@me\r\nz"))
                .isEqualTo("a\\\\\\|b&lt;c>\\*\\[x\\](y)!\\`\\_\\#\\~&amp;@\u200bme  z");
    }

    @Test
    void sentencesAreItemsOfAList() {
        assertThat(MarkdownText.list(List.of("one:", "  a*"))).isEqualTo("- one:\n- a\\*\n");
    }
}
