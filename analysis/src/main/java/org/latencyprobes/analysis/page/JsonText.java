package org.latencyprobes.analysis.page;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * JSON that may stand within an HTML document: {@code <}, {@code >} and {@code &} are written as escapes, so that no text ends the element
 * around it. Stateless.
 */
public final class JsonText {

    private JsonText() {}

    /**
     * Writes a value.
     *
     * @param value a map with texts as keys, which are written in their order, a list, a text, a number, a boolean or null, and these within each other; numbers that JSON lacks
     *     become null
     * @return JSON
     * @throws IllegalArgumentException for a value of another kind
     */
    public static String of(Object value) {
        StringBuilder text = new StringBuilder();
        write(text, value);
        return text.toString();
    }

    private static void write(StringBuilder text, Object value) {
        if (value instanceof Map<?, ?> map) {
            text.append('{');
            new TreeMap<>(map).forEach((key, held) -> {
                separate(text, '{');
                string(text, (String) key);
                text.append(':');
                write(text, held);
            });
            text.append('}');
        } else if (value instanceof List<?> list) {
            text.append('[');
            list.forEach(held -> {
                separate(text, '[');
                write(text, held);
            });
            text.append(']');
        } else if (value instanceof String string) {
            string(text, string);
        } else if (value instanceof Number number) {
            text.append(number(number));
        } else if (value == null || value instanceof Boolean) {
            text.append(value);
        } else {
            throw new IllegalArgumentException("not for JSON: " + value.getClass());
        }
    }

    private static void separate(StringBuilder text, char opening) {
        if (text.charAt(text.length() - 1) != opening) {
            text.append(',');
        }
    }

    private static String number(Number number) {
        double value = number.doubleValue();
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return "null";
        }
        return number instanceof Double && value == Math.rint(value) && Math.abs(value) < 1e15
                ? String.valueOf((long) value)
                : number.toString();
    }

    private static void string(StringBuilder text, String string) {
        text.append('"');
        for (int i = 0; i < string.length(); i++) {
            char each = string.charAt(i);
            if (each == '"' || each == '\\') {
                text.append('\\').append(each);
            } else if (each < ' ' || each > '~' || each == '<' || each == '>' || each == '&' || each == '\'') {
                text.append(String.format("\\u%04x", (int) each));
            } else {
                text.append(each);
            }
        }
        text.append('"');
    }
}
