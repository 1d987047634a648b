package org.latencyprobes.analysis.markup;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Writing of Markdown, in which every text is shown as it is. Stateless. */
public final class MarkdownText {

    private MarkdownText() {}

    /**
     * A text that Markdown shows as it is. Names may be any text. An invisible blank keeps {@code @} from being a mention, {@code #} from naming
     * an issue, and {@code https://} and {@code www.} from being a link.
     *
     * @param text any
     * @return the text on one line, without what has a meaning in Markdown or HTML
     */
    public static String escaped(String text) {
        return VisibleText.of(text)
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replaceAll("[\\\\|*\\[\\]`_#~]", "\\\\$0")
                .replaceAll("[@#]|:(?=//)|(?i:www)(?=[.])", "$0&#8203;");
    }

    /**
     * Sentences as the items of a list.
     *
     * @param sentences one for each item
     * @return lines, each ended
     */
    public static String list(List<String> sentences) {
        return sentences.stream()
                .map(sentence -> "- " + escaped(sentence.strip().replaceAll("\\R", " ")) + '\n')
                .collect(Collectors.joining());
    }

    /**
     * The row of a table.
     *
     * @param cells any texts
     * @return a line, ended
     */
    public static String row(String... cells) {
        return Arrays.stream(cells).map(MarkdownText::escaped).collect(Collectors.joining(" | ", "| ", " |\n"));
    }
}
