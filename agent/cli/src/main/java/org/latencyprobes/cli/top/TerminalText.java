package org.latencyprobes.cli.top;

import java.util.ArrayList;
import java.util.List;
import org.jline.utils.WCWidth;

/** Texts by the columns that they take in a terminal. Stateless. */
final class TerminalText {

    private static final String CUT = "…";

    private TerminalText() {}

    /** How many columns of a terminal a text takes. */
    static int width(String text) {
        return text.codePoints().map(c -> Math.max(0, WCWidth.wcwidth(c))).sum();
    }

    /** Exactly so many columns: cut in the middle, where names are alike, or filled up behind. */
    static String fit(String text, int columns) {
        int width = width(text);
        if (width <= columns) {
            return text + " ".repeat(columns - width);
        }
        if (columns < 1) {
            return "";
        }
        int head = (columns - 1) / 3;
        String shown = head(text, head) + CUT;
        shown += tail(text, columns - width(shown));
        return shown + " ".repeat(columns - width(shown));
    }

    /** As much of a text as has room, with a mark where that is not all. */
    static String cut(String text, int columns) {
        return width(text) <= columns ? text : columns < 1 ? "" : head(text, columns - 1) + CUT;
    }

    /** As many whole items as have room, with a mark where these are not all. */
    static String joined(List<String> items, String between, int columns) {
        String all = String.join(between, items);
        for (int most = items.size() - 1; most > 0 && width(all) > columns; most--) {
            all = String.join(between, items.subList(0, most)) + between + CUT;
        }
        return cut(all, columns);
    }

    /** The first columns of a text. */
    static String head(String text, int columns) {
        int at = 0;
        for (int used = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            used += Math.max(0, WCWidth.wcwidth(text.codePointAt(at)));
            if (used > columns) {
                break;
            }
        }
        return text.substring(0, at);
    }

    /** Lines that take no more columns, which end between words where they can. */
    static List<String> wrapped(String text, int columns) {
        List<String> lines = new ArrayList<>();
        String rest = text;
        while (width(rest) > columns) {
            String head = head(rest, columns);
            int space = head.lastIndexOf(' ');
            int end = space > 0 ? space : Math.max(rest.offsetByCodePoints(0, 1), head.length());
            lines.add(rest.substring(0, end));
            rest = rest.substring(end).stripLeading();
        }
        lines.add(rest);
        return lines;
    }

    private static String tail(String text, int columns) {
        int at = text.length();
        for (int used = 0; at > 0; at -= Character.charCount(text.codePointBefore(at))) {
            used += Math.max(0, WCWidth.wcwidth(text.codePointBefore(at)));
            if (used > columns) {
                break;
            }
        }
        return text.substring(at);
    }
}
