package org.latencyprobes.cli.top;

import java.io.IOException;
import java.util.Map;
import org.jline.utils.NonBlockingReader;

/** Keys as numbers: characters as they are, others below 0. Stateless. */
final class KeyCode {

    static final int NONE = -2;
    static final int EOF = -1;
    static final int UP = -10;
    static final int DOWN = -11;
    static final int LEFT = -12;
    static final int RIGHT = -13;
    static final int PAGE_UP = -14;
    static final int PAGE_DOWN = -15;
    static final int HOME = -16;
    static final int END = -17;
    static final int ENTER = -18;
    static final int ESCAPE = -19;
    static final int BACKSPACE = -20;
    static final int OTHER = -21;

    private static final int ESCAPE_CHAR = 27;
    private static final int DELETE_CHAR = 127;

    /** How long the rest of a key's characters may be on its way, over a slow line. */
    private static final long REST_MILLIS = 50;

    private static final Map<String, Integer> SEQUENCES = Map.ofEntries(
            Map.entry("A", UP),
            Map.entry("B", DOWN),
            Map.entry("C", RIGHT),
            Map.entry("D", LEFT),
            Map.entry("H", HOME),
            Map.entry("F", END),
            Map.entry("1~", HOME),
            Map.entry("4~", END),
            Map.entry("5~", PAGE_UP),
            Map.entry("6~", PAGE_DOWN),
            Map.entry("7~", HOME),
            Map.entry("8~", END));

    private KeyCode() {}

    /** Waits for a key; {@link #NONE} where none comes in that time. */
    static int read(NonBlockingReader reader, long millis) throws IOException {
        int c = reader.read(millis);
        return switch (c) {
            case NonBlockingReader.READ_EXPIRED -> NONE;
            case ESCAPE_CHAR -> escape(reader);
            case '\r', '\n' -> ENTER;
            case '\b', DELETE_CHAR -> BACKSPACE;
            default -> c < 0 ? EOF : Character.isHighSurrogate((char) c) ? pair(reader, (char) c) : c;
        };
    }

    private static int pair(NonBlockingReader reader, char high) throws IOException {
        int low = reader.read(REST_MILLIS);
        return low > 0 && Character.isLowSurrogate((char) low) ? Character.toCodePoint(high, (char) low) : OTHER;
    }

    private static int escape(NonBlockingReader reader) throws IOException {
        int c = reader.read(REST_MILLIS);
        if (c != '[' && c != 'O') {
            return c < 0 ? ESCAPE : OTHER;
        }
        StringBuilder sequence = new StringBuilder();
        do {
            c = reader.read(REST_MILLIS);
            if (c > 0) {
                sequence.append((char) c);
            }
        } while (c > 0 && !Character.isLetter(c) && c != '~');
        return SEQUENCES.getOrDefault(sequence.toString(), OTHER);
    }
}
