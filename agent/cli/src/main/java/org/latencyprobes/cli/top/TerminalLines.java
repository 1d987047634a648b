package org.latencyprobes.cli.top;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.jline.utils.AttributedStringBuilder;
import org.jline.utils.AttributedStyle;
import org.latencyprobes.analysis.markup.VisibleText;

/** Lines of a terminal as they are made, none wider than that. Texts in them are made safe. For one thread. */
final class TerminalLines {

    private static final int INDENT = 2;

    /** With less room behind the first part, the second one stands below it alone. */
    private static final int LEAST_BESIDE = 12;

    private final int width;
    private final List<AttributedString> lines = new ArrayList<>();

    TerminalLines(int width) {
        this.width = width;
    }

    TerminalLines add(String text, AttributedStyle style) {
        return add(new AttributedStringBuilder().append(cut(text), style));
    }

    /** As many lines as it takes; behind the first part on the first one, and below it. */
    TerminalLines wrap(String first, AttributedStyle style, String second, AttributedStyle other) {
        boolean isBeside = TerminalText.width(first) <= INDENT || width - TerminalText.width(first) >= LEAST_BESIDE;
        if (!isBeside) {
            add(first.stripTrailing(), style);
        }
        String before = isBeside ? first : " ".repeat(INDENT);
        int indent = TerminalText.width(before);
        for (String line : TerminalText.wrapped(VisibleText.of(second), Math.max(1, width - indent))) {
            add(before, style, line, other);
            before = " ".repeat(indent);
        }
        return this;
    }

    /** Two parts on one line. */
    TerminalLines add(String first, AttributedStyle style, String second, AttributedStyle other) {
        String safeFirst = cut(first);
        String rest = TerminalText.cut(VisibleText.of(second), width - TerminalText.width(safeFirst));
        return add(new AttributedStringBuilder().append(safeFirst, style).append(rest, other));
    }

    /** With the style up to the right edge. */
    TerminalLines fill(String text, AttributedStyle style) {
        String shown = cut(text);
        return add(new AttributedStringBuilder()
                .append(shown + " ".repeat(Math.max(0, width - TerminalText.width(shown))), style));
    }

    private TerminalLines add(AttributedStringBuilder line) {
        lines.add(line.toAttributedString());
        return this;
    }

    private String cut(String text) {
        return TerminalText.cut(VisibleText.of(text), width);
    }

    int size() {
        return lines.size();
    }

    int width() {
        return width;
    }

    /** Exactly so many lines. */
    TerminalLines height(int wanted) {
        while (lines.size() < wanted) {
            lines.add(AttributedString.EMPTY);
        }
        while (lines.size() > Math.max(0, wanted)) {
            lines.remove(lines.size() - 1);
        }
        return this;
    }

    List<AttributedString> all() {
        return lines;
    }
}
