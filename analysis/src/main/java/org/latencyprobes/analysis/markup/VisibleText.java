package org.latencyprobes.analysis.markup;

import java.util.stream.Collectors;

/** Texts from outside, such as names of probes and threads, on one line and with every character visible. Stateless. */
public final class VisibleText {

    private VisibleText() {}

    /**
     * A text that steers nothing: control characters, line ends, characters that change the direction of writing or have no width, and halves
     * of characters are written as numbers.
     *
     * @param text any
     * @return the same, with {@code \}{@code u202e} and the like in place of such characters
     */
    public static String of(String text) {
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            if (!isHarmless(text.codePointAt(i))) {
                return escaped(text);
            }
        }
        return text;
    }

    /**
     * A text of several lines, each of which steers nothing.
     *
     * @param text any
     * @return the same lines, as {@link #of} makes them
     */
    public static String ofLines(String text) {
        return text.lines().map(VisibleText::of).collect(Collectors.joining("\n"));
    }

    private static String escaped(String text) {
        StringBuilder visible = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (isHarmless(c)) {
                visible.appendCodePoint(c);
            } else {
                visible.append(String.format("\\u%04x", c));
            }
        });
        return visible.toString();
    }

    private static boolean isHarmless(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }
}
