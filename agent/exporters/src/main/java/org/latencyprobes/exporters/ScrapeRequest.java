package org.latencyprobes.exporters;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The head of an HTTP request; what follows it is never read. Immutable.
 *
 * @param method such as {@code GET}
 * @param path without query
 * @param headers by name, in small letters
 */
record ScrapeRequest(String method, String path, Map<String, List<String>> headers) {

    private static final int MOST_BYTES = 8 << 10;
    private static final Set<String> GZIP = Set.of("gzip", "x-gzip");
    private static final Set<String> REFUSED =
            Set.of("q=0", "q=0.", "q=0.0", "q=0.00", "q=0.000"); // all that HTTP allows
    private static final int LONGEST_METHOD = 20;
    private static final List<String> SCHEMES = List.of("http://", "https://");
    private static final List<String> VERSIONS = List.of("HTTP/1.0", "HTTP/1.1");

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
        String[] lines = head.split("\n");
        for (int line = 0; line < lines.length; line++) {
            lines[line] = lines[line].endsWith("\r") ? lines[line].substring(0, lines[line].length() - 1) : lines[line];
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
        return firstLine(lines[0], headers);
    }

    /** Goes over the line a few times, whatever is in it: it comes from anybody. */
    static ScrapeRequest firstLine(CharSequence line, Map<String, List<String>> headers) throws Malformed {
        int method = end(line, 0, " ");
        int target = end(line, method + 1, " ");
        boolean isRequest = isMethod(line, method)
                && target < line.length()
                && VERSIONS.contains(line.subSequence(target + 1, line.length()).toString());
        if (!isRequest) {
            throw new Malformed("no request of HTTP/1");
        }
        String url = line.subSequence(method + 1, target).toString();
        int path = 0;
        for (String scheme : SCHEMES) {
            path = url.startsWith(scheme) ? end(url, scheme.length(), "/?") : path;
        }
        return new ScrapeRequest(
                line.subSequence(0, method).toString(), url.substring(path, end(url, path, "?")), headers);
    }

    private static boolean isMethod(CharSequence line, int length) {
        boolean isMethod = length > 0 && length <= LONGEST_METHOD;
        for (int at = 0; isMethod && at < length; at++) {
            isMethod = line.charAt(at) >= 'A' && line.charAt(at) <= 'Z';
        }
        return isMethod;
    }

    /** Where one of some characters is next; the end where none is. */
    private static int end(CharSequence text, int from, String characters) {
        int at = Math.min(from, text.length());
        while (at < text.length() && characters.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return at;
    }

    /** All values of a header, as one list. */
    String header(String name) {
        return String.join(",", headers.getOrDefault(name, List.of()));
    }

    /** Whether the answer may be compressed. */
    boolean takesGzip() {
        for (String coding : header("accept-encoding").split(",")) {
            String[] parts = coding.toLowerCase(Locale.ROOT).split(";");
            boolean isRefused = parts.length > 1 && REFUSED.contains(parts[1].replace(" ", ""));
            if (parts.length > 0 && GZIP.contains(parts[0].strip()) && !isRefused) {
                return true;
            }
        }
        return false;
    }

    boolean isHead() {
        return method.equals("HEAD");
    }
}
