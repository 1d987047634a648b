package org.latencyprobes.agent.protocol.codec;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A reader of one JSON text from whoever sent it. Its work is linear in the text's length. For one thread.
 *
 * <p>Objects are maps in order, arrays are lists, whole numbers are {@code Long}, others {@code Double}.
 */
public final class JsonReader {

    /** No record has more levels. */
    private static final int MOST_DEPTH = 16;

    private static final int LONG_CHARS = 20;
    private static final int MOST_NUMBER_CHARS = 40;

    /** Far more than a request has. */
    private static final int MOST_VALUES = 200_000;

    private final String text;
    private int at;
    private int values;

    private JsonReader(String text) {
        this.text = text;
    }

    /**
     * Reads an object.
     *
     * @param text of one object
     * @return names with values
     * @throws IllegalArgumentException if the text is none, or has more than one
     */
    public static Map<?, ?> object(String text) {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value(0);
        reader.skipBlanks();
        if (reader.at < text.length() || !(value instanceof Map<?, ?> object)) {
            throw reader.bad("one object");
        }
        return object;
    }

    private Object value(int depth) {
        if (depth > MOST_DEPTH || ++values > MOST_VALUES) {
            throw bad("at most " + MOST_DEPTH + " levels and " + MOST_VALUES + " values");
        }
        return switch (peek()) {
            case '{' -> objectAt(depth);
            case '[' -> arrayAt(depth);
            case '"' -> string();
            case 't' -> word("true", true);
            case 'f' -> word("false", false);
            case 'n' -> word("null", null);
            default -> number();
        };
    }

    private Map<String, Object> objectAt(int depth) {
        Map<String, Object> object = new LinkedHashMap<>();
        at++;
        if (isNext('}')) {
            return object;
        }
        do {
            if (peek() != '"') {
                throw bad("a name in quotes");
            }
            String name = string();
            require(':');
            object.put(name, value(depth + 1));
        } while (isNext(','));
        require('}');
        return object;
    }

    private List<Object> arrayAt(int depth) {
        List<Object> array = new ArrayList<>();
        at++;
        if (isNext(']')) {
            return array;
        }
        do {
            array.add(value(depth + 1));
        } while (isNext(','));
        require(']');
        return array;
    }

    private String string() {
        int begin = ++at;
        StringBuilder built = null;
        for (; at < text.length() && text.charAt(at) != '"'; at++) {
            char c = text.charAt(at);
            if (c < ' ') {
                throw bad("control characters escaped");
            }
            if (c == '\\') {
                built = built == null ? new StringBuilder(text.substring(begin, at)) : built;
                built.append(escaped());
            } else if (built != null) {
                built.append(c);
            }
        }
        if (at == text.length()) {
            throw bad("a closing quote");
        }
        String found = built == null ? text.substring(begin, at) : built.toString();
        at++;
        return found;
    }

    /** Leaves the reader at the last character of the escape. */
    private char escaped() {
        at++;
        char c = at < text.length() ? text.charAt(at) : 0;
        switch (c) {
            case '"', '\\', '/':
                return c;
            case 'n':
                return '\n';
            case 't':
                return '\t';
            case 'r':
                return '\r';
            case 'b':
                return '\b';
            case 'f':
                return '\f';
            case 'u':
                return unicode();
            default:
                throw bad("an escape");
        }
    }

    private char unicode() {
        int code = 0;
        for (int i = 1; i <= 4; i++) {
            int digit = at + i < text.length() ? Character.digit(text.charAt(at + i), 16) : -1;
            if (digit < 0) {
                throw bad("four hexadecimal digits");
            }
            code = code << 4 | digit;
        }
        at += 4;
        return (char) code;
    }

    private Object word(String word, Object value) {
        if (!text.startsWith(word, at)) {
            throw bad("a value");
        }
        at += word.length();
        return value;
    }

    private Number number() {
        int begin = at;
        boolean isWhole = true;
        while (at < text.length() && "+-.eE0123456789".indexOf(text.charAt(at)) >= 0) {
            isWhole &= text.charAt(at) == '-' || Character.isDigit(text.charAt(at));
            at++;
        }
        if (at - begin > MOST_NUMBER_CHARS) {
            throw bad("a shorter number");
        }
        String number = text.substring(begin, at);
        try {
            return isWhole && number.length() <= LONG_CHARS ? (Number) Long.valueOf(number) : Double.valueOf(number);
        } catch (NumberFormatException e) {
            at = begin;
            throw bad("a value");
        }
    }

    private char peek() {
        skipBlanks();
        if (at == text.length()) {
            throw bad("more");
        }
        return text.charAt(at);
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) {
            at++;
        }
    }

    private boolean isNext(char wanted) {
        boolean isNext = peek() == wanted;
        at += isNext ? 1 : 0;
        return isNext;
    }

    private void require(char wanted) {
        if (!isNext(wanted)) {
            throw bad("a " + wanted);
        }
    }

    private IllegalArgumentException bad(String wanted) {
        return new IllegalArgumentException("no JSON: there should be " + wanted + " at character " + at);
    }
}
