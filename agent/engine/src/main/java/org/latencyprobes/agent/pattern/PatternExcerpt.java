package org.latencyprobes.agent.pattern;

/** The line of a text around a character, with a mark under that character. */
public final class PatternExcerpt {

    private static final int CHARS_BEFORE = 50;
    private static final int CHARS_AFTER = 25;
    private static final String INDENT = "\n    ";

    private PatternExcerpt() {}

    /**
     * Shows it.
     *
     * @param text any
     * @param mark index of a character in it, or its length
     * @return two lines, each begun by a line end
     */
    public static String of(String text, int mark) {
        int from = mark;
        while (from > 0 && !PatternScanner.isLineEnd(text.charAt(from - 1)) && mark - from < CHARS_BEFORE) {
            from--;
        }
        int to = mark;
        while (to < text.length() && !PatternScanner.isLineEnd(text.charAt(to)) && to - mark < CHARS_AFTER) {
            to++;
        }
        StringBuilder shown = new StringBuilder(INDENT);
        if (isCut(text, from - 1)) {
            shown.append('…');
        }
        int column = shown.length() - INDENT.length() + append(shown, text, from, mark);
        append(shown, text, mark, to);
        if (isCut(text, to)) {
            shown.append('…');
        }
        return shown.append(INDENT).append(" ".repeat(column)).append('^').toString();
    }

    /** Whether the line goes on with this character. */
    private static boolean isCut(String text, int index) {
        return index >= 0 && index < text.length() && !PatternScanner.isLineEnd(text.charAt(index));
    }

    /** Appends what a terminal shows in one column each, and tells how many columns. */
    private static int append(StringBuilder shown, String text, int from, int to) {
        int columns = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            boolean pair = i + 1 < to && Character.isSurrogatePair(c, text.charAt(i + 1));
            if (pair) {
                shown.append(c).append(text.charAt(++i));
            } else {
                shown.append(isVisible(c) ? c : ' ');
            }
            columns++;
        }
        return columns;
    }

    static boolean isVisible(char c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
