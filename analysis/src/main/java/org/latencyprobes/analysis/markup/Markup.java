package org.latencyprobes.analysis.markup;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Pattern;

/**
 * Elements of SVG or HTML in the making. Texts and values of attributes are escaped; what XML can't hold, such as control characters, becomes
 * U+FFFD. Words that are written from right to left turn nothing round that stands beside them. Names of elements and attributes are the program's own and are not checked. For one thread.
 */
public final class Markup {

    private static final char REPLACEMENT = '\uFFFD';

    /** Words of letters that are written from right to left, as far as they are one name. */
    private static final Pattern RIGHT_TO_LEFT = Pattern.compile(
            "R(?:[\\p{M}._$#-]*+ ?R)*+".replace("R", "[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFC&&\\p{L}]"));

    private final StringBuilder text = new StringBuilder();
    private final Deque<String> open = new ArrayDeque<>();

    /** Creates empty markup. */
    public Markup() {}

    /**
     * Opens an element.
     *
     * @param name of the element
     * @param attributes names and values in turns
     * @return this
     */
    public Markup open(String name, Object... attributes) {
        start(name, attributes);
        text.append('>');
        open.push(name);
        return this;
    }

    /**
     * Closes the element that was opened last.
     *
     * @return this
     */
    public Markup close() {
        text.append("</").append(open.pop()).append('>');
        return this;
    }

    /**
     * Adds an element without content.
     *
     * @param name of the element
     * @param attributes names and values in turns
     * @return this
     */
    public Markup empty(String name, Object... attributes) {
        start(name, attributes);
        text.append("/>");
        return this;
    }

    /**
     * Adds an element that holds a text.
     *
     * @param name of the element
     * @param content the text, escaped here
     * @param attributes names and values in turns
     * @return this
     */
    public Markup element(String name, String content, Object... attributes) {
        return open(name, attributes).text(content).close();
    }

    /**
     * Adds a text.
     *
     * @param content the text, escaped here
     * @return this
     */
    public Markup text(String content) {
        String isolated = RIGHT_TO_LEFT.matcher(content).replaceAll("\u2068$0\u2069");
        isolated.codePoints().forEach(this::append);
        return this;
    }

    /**
     * Adds markup as it is.
     *
     * @param written markup that was made by this class, or a constant
     * @return this
     */
    public Markup raw(String written) {
        text.append(written);
        return this;
    }

    /**
     * A coordinate.
     *
     * @param pixels finite
     * @return with one decimal at most, such as {@code 12.5} or {@code 7}
     */
    public static String number(double pixels) {
        long tenths = Math.round(pixels * 10);
        String sign = tenths < 0 ? "-" : "";
        long size = Math.abs(tenths);
        return sign + size / 10 + (size % 10 == 0 ? "" : "." + size % 10);
    }

    /** The markup, in which every opened element must have been closed. */
    @Override
    public String toString() {
        if (!open.isEmpty()) {
            throw new IllegalStateException("not closed: " + open);
        }
        return text.toString();
    }

    private void start(String name, Object... attributes) {
        text.append('<').append(name);
        for (int i = 0; i < attributes.length; i += 2) {
            text.append(' ').append(attributes[i]).append("=\"");
            text(value(attributes[i + 1]));
            text.append('"');
        }
    }

    private static String value(Object value) {
        return value instanceof Double number ? number(number) : value.toString();
    }

    private void append(int codePoint) {
        switch (codePoint) {
            case '<' -> text.append("&lt;");
            case '>' -> text.append("&gt;");
            case '&' -> text.append("&amp;");
            case '"' -> text.append("&quot;");
            case '\'' -> text.append("&#39;");
            default -> text.appendCodePoint(isAllowed(codePoint) ? codePoint : REPLACEMENT);
        }
    }

    /** XML 1.0, production 2, without the controls of ISO 6429, which HTML does not allow. */
    private static boolean isAllowed(int codePoint) {
        return codePoint == '\t'
                || codePoint == '\n'
                || codePoint >= ' ' && codePoint < 0x7F
                || codePoint >= 0xA0 && codePoint <= 0xD7FF
                || codePoint >= 0xE000 && codePoint < 0xFFFE
                || codePoint > 0xFFFF;
    }
}
