package org.latencyprobes.exporters.scrape;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;

/** An HTTP answer, after which the connection ends. For one thread. */
final class ScrapeAnswer {

    private static final Map<Integer, String> REASONS = Map.of(
            200, "OK",
            400, "Bad Request",
            401, "Unauthorized",
            403, "Forbidden",
            404, "Not Found",
            405, "Method Not Allowed",
            500, "Internal Server Error");

    private final int code;
    private final ByteArrayOutputStream content;
    private final StringBuilder headers = new StringBuilder();

    ScrapeAnswer(int code, ByteArrayOutputStream content) {
        this.code = code;
        this.content = content;
    }

    static ScrapeAnswer text(int code, String text) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes((text + '\n').getBytes(StandardCharsets.UTF_8));
        return new ScrapeAnswer(code, content).with("Content-Type", "text/plain; charset=utf-8");
    }

    ScrapeAnswer with(String header, String value) {
        headers.append(header).append(": ").append(value).append("\r\n");
        return this;
    }

    boolean isScrape() {
        return code == 200;
    }

    void write(OutputStream out, boolean headOnly) throws IOException {
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
        with("Content-Length", String.valueOf(content.size()))
                .with("Date", date)
                .with("Connection", "close");
        String head = "HTTP/1.1 " + code + ' ' + REASONS.get(code) + "\r\n" + headers + "\r\n";
        out.write(head.getBytes(StandardCharsets.ISO_8859_1));
        if (!headOnly) {
            content.writeTo(out);
        }
        out.flush();
    }
}
