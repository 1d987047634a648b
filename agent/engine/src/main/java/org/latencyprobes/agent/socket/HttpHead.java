package org.latencyprobes.agent.socket;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The head of a request of HTTP/1, from whoever sends it: reading takes steps that grow with its length alone.
 *
 * @param line the first one
 * @param fields their values, in order, by the name in small letters
 */
public record HttpHead(String line, Map<String, List<String>> fields) {

    /** How long a head may be. */
    public static final int MOST_BYTES = 8 << 10;

    /** The failure to read a head. */
    public static final class Malformed extends IOException {

        private static final long serialVersionUID = 1L;

        private final boolean isTooLong;

        /**
         * Creates a failure.
         *
         * @param message what is wrong
         */
        public Malformed(String message) {
            this(message, false);
        }

        private Malformed(String message, boolean isTooLong) {
            super(message);
            this.isTooLong = isTooLong;
        }

        /** Whether the head had no room. */
        boolean isTooLong() {
            return isTooLong;
        }
    }

    /** Where a head comes from. */
    @FunctionalInterface
    public interface Source {

        /**
         * Reads some bytes.
         *
         * @param into has room
         * @return how many, or −1 at the end
         * @throws IOException if nothing can be read any more
         */
        int read(ByteBuffer into) throws IOException;
    }

    /**
     * Reads one, to the empty line.
     *
     * @param bytes takes it; then begins where the head ends, with what was read beyond
     * @return null where the source ends before the head does
     * @throws Malformed if it is none, or has no room
     * @throws IOException as the source does
     */
    public static HttpHead read(Source source, ByteBuffer bytes) throws IOException {
        int searched = 0;
        int end = -1;
        while (end < 0) {
            if (!bytes.hasRemaining()) {
                throw new Malformed("the head has more than " + bytes.capacity() + " bytes", true);
            }
            if (source.read(bytes) < 0) {
                return null;
            }
            end = end(bytes, searched);
            searched = Math.max(0, bytes.position() - 2);
        }
        HttpHead head = of(new String(bytes.array(), 0, end, StandardCharsets.ISO_8859_1).split("\r?\n"));
        bytes.flip().position(end);
        return head;
    }

    /** Where the line behind the empty one begins; −1 where there is none yet. */
    private static int end(ByteBuffer bytes, int from) {
        for (int at = from; at + 1 < bytes.position(); at++) {
            if (bytes.get(at) == '\n') {
                int next = bytes.get(at + 1) == '\r' ? at + 2 : at + 1;
                if (next < bytes.position() && bytes.get(next) == '\n') {
                    return next + 1;
                }
            }
        }
        return -1;
    }

    private static HttpHead of(String[] lines) throws Malformed {
        Map<String, List<String>> fields = new HashMap<>();
        for (int i = 1; i < lines.length; i++) {
            int colon = lines[i].indexOf(':');
            if (colon < 1) {
                throw new Malformed("a line of the head has no name and colon");
            }
            fields.computeIfAbsent(lines[i].substring(0, colon).toLowerCase(Locale.ROOT), any -> new ArrayList<>())
                    .add(lines[i].substring(colon + 1).strip());
        }
        return new HttpHead(lines.length == 0 ? "" : lines[0], fields);
    }

    /**
     * A field.
     *
     * @param name in small letters
     * @return all its values, as one list; empty where there is none
     */
    public String field(String name) {
        return String.join(",", fields.getOrDefault(name, List.of()));
    }
}
