package org.latencyprobes.exporters.scrape;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /** Possessive throughout: it goes over the line once, whatever is in it, which comes from anybody. */
    private static final Pattern REQUEST =
            Pattern.compile("([A-Z]{1,20}+) (?:https?+://[^/? ]*+)?+([^? ]*+)[^ ]*+ HTTP/1\\.[01]");

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

    static ScrapeRequest of(CharSequence line, HttpHead head) throws HttpHead.Malformed {
        Matcher request = REQUEST.matcher(line);
        if (!request.matches()) {
            throw new HttpHead.Malformed("no request of HTTP/1");
        }
        return new ScrapeRequest(request.group(1), request.group(2), head);
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
