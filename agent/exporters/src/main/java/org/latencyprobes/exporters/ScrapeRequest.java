package org.latencyprobes.exporters;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The head of an HTTP request; what follows it is never read. Immutable.
 *
 * @param method such as {@code GET}
 * @param path without query
 * @param headers by name, in small letters
 */
record ScrapeRequest(String method, String path, Map<String, List<String>> headers) {

    private static final int MOST_BYTES = 8 << 10;
    private static final Pattern FIRST_LINE =
            Pattern.compile("([A-Z]{1,20}) (?:https?://[^/ ]*)?([^ ?]*)(?:\\?[^ ]*)? HTTP/1\\.[01]");

    /** The failure to read a head of a request of HTTP/1. */
    static final class Malformed extends IOException {

        private static final long serialVersionUID = 1L;

        Malformed(String message) {
            super(message);
        }
    }

    /** Reads one; null where nothing comes. It may wait for ever, so somebody else has to close the connection. */
    static ScrapeRequest read(InputStream in) throws IOException {
        byte[] bytes = new byte[MOST_BYTES];
        int length = 0;
        int end = -1;
        while (end < 0) {
            if (length == MOST_BYTES) {
                throw new Malformed("more than " + MOST_BYTES + " bytes before an empty line");
            }
            int read = in.read(bytes, length, MOST_BYTES - length);
            if (read < 0) {
                return null;
            }
            end = endOfHead(bytes, Math.max(0, length - 3), length + read);
            length += read;
        }
        return of(new String(bytes, 0, end, StandardCharsets.ISO_8859_1));
    }

    /** The position of the empty line; −1 if there is none. */
    private static int endOfHead(byte[] bytes, int from, int to) {
        for (int at = from; at < to - 1; at++) {
            if (bytes[at] == '\n'
                    && (bytes[at + 1] == '\n' || at + 2 < to && bytes[at + 1] == '\r' && bytes[at + 2] == '\n')) {
                return at;
            }
        }
        return -1;
    }

    private static ScrapeRequest of(String head) throws Malformed {
        String[] lines = head.split("\r?\n|\r$");
        Matcher first = FIRST_LINE.matcher(lines[0]);
        if (!first.matches()) {
            throw new Malformed("no request of HTTP/1");
        }
        Map<String, List<String>> headers = new HashMap<>();
        for (int line = 1; line < lines.length; line++) {
            int colon = lines[line].indexOf(':');
            if (colon < 1) {
                throw new Malformed("a header without a name");
            }
            String name = lines[line].substring(0, colon).toLowerCase(Locale.ROOT);
            headers.computeIfAbsent(name, any -> new ArrayList<>())
                    .add(lines[line].substring(colon + 1).strip());
        }
        return new ScrapeRequest(first.group(1), first.group(2), headers);
    }

    /** All values of a header, as one list. */
    String header(String name) {
        return String.join(",", headers.getOrDefault(name, List.of()));
    }

    boolean isHead() {
        return method.equals("HEAD");
    }
}
