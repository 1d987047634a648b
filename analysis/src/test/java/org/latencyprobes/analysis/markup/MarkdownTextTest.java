package org.latencyprobes.analysis.markup;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class MarkdownTextTest {

    @Test
    void markdownShowsNamesAsTheyAre() {
        assertThat(MarkdownText.escaped("a\\|b<c>*[x](y)!`_#~&@me\r\nz"))
                .isEqualTo("a\\\\\\|b&lt;c>\\*\\[x\\](y)!\\`\\_\\#&#8203;\\~&amp;@&#8203;me\\\\u000d\\\\u000az");
    }

    @Test
    void addressesAreNoLinksAndDirectionsStay() {
        assertThat(MarkdownText.escaped("https://a.example/x WWW.b.example ftp://c \u202e#7"))
                .isEqualTo("https:&#8203;//a.example/x WWW&#8203;.b.example ftp:&#8203;//c \\\\u202e\\#&#8203;7");
    }

    @Test
    void sentencesAreItemsOfAList() {
        assertThat(MarkdownText.list(List.of("one:", "  a*"))).isEqualTo("- one:\n- a\\*\n");
    }
}
