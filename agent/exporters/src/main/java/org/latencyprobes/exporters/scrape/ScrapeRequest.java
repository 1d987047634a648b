package org.latencyprobes.exporters.scrape;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.latencyprobes.agent.socket.HttpHead;

/**
 * What an HTTP request asks for; what follows its head is never read. Immutable.
 *
 * @param method such as {@code GET}
 * @param path without query
 * @param head with its fields
 */
record ScrapeRequest(String method, String path, HttpHead head) {

    private static final Set<String> GZIP = Set.of("gzip", "x-gzip");
    private static final Set<String> REFUSED =
            Set.of("q=0", "q=0.", "q=0.0", "q=0.00", "q=0.000"); // all that HTTP allows
    private static final int LONGEST_METHOD = 20;
    private static final List<String> SCHEMES = List.of("http://", "https://");
    private static final List<String> VERSIONS = List.of("HTTP/1.0", "HTTP/1.1");

    /** Reads one; null where nothing comes. It may wait for ever, so somebody else has to close the connection. */
    static ScrapeRequest read(InputStream in) throws IOException {
        HttpHead.Source source = into -> { // no channel, which an interrupt would close
            int count = in.read(into.array(), into.position(), into.remaining());
            into.position(into.position() + Math.max(0, count));
            return count;
        };
        HttpHead head = HttpHead.read(source, ByteBuffer.allocate(HttpHead.MOST_BYTES));
        return head == null ? null : of(head.line(), head);
    }

    /** Goes over the line a few times, whatever is in it: it comes from anybody. */
    static ScrapeRequest of(CharSequence line, HttpHead head) throws HttpHead.Malformed {
        int method = end(line, 0, " ");
        int target = end(line, method + 1, " ");
        boolean isRequest = isMethod(line, method)
                && target < line.length()
                && VERSIONS.contains(line.subSequence(target + 1, line.length()).toString());
        if (!isRequest) {
            throw new HttpHead.Malformed("no request of HTTP/1");
        }
        String url = line.subSequence(method + 1, target).toString();
        int path = 0;
        for (String scheme : SCHEMES) {
            path = url.startsWith(scheme) ? end(url, scheme.length(), "/?") : path;
        }
        return new ScrapeRequest(
                line.subSequence(0, method).toString(), url.substring(path, end(url, path, "?")), head);
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

    /** Whether the answer may be compressed. */
    boolean takesGzip() {
        for (String coding : head.field("accept-encoding").split(",")) {
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
