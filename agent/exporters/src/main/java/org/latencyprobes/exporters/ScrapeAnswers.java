package org.latencyprobes.exporters;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;
import org.latencyprobes.agent.backend.ExporterState;
import org.latencyprobes.agent.base.Log;

/** What is answered on {@code /metrics} and elsewhere. Thread-safe. */
final class ScrapeAnswers {

    static final String PATH = "/metrics";

    private static final String GZIP = "(?i).*\\bgzip\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$)).*";

    private final Exposition exposition;
    private final ScrapeAccess access;
    private final ExporterState state;

    ScrapeAnswers(Exposition exposition, ScrapeAccess access, ExporterState state) {
        this.exposition = exposition;
        this.access = access;
        this.state = state;
    }

    /** Null for who may have the metrics. */
    ScrapeAnswer refusal(ScrapeRequest request) {
        if (!access.isGranted(request.header("authorization"))) {
            ScrapeAnswer answer = ScrapeAnswer.text(401, "not allowed");
            access.challenges().forEach(challenge -> answer.with("WWW-Authenticate", challenge));
            return answer;
        }
        if (!request.path().equals(PATH)) {
            return ScrapeAnswer.text(404, "there is " + PATH);
        }
        if (!request.method().equals("GET") && !request.isHead()) {
            return ScrapeAnswer.text(405, "GET or HEAD").with("Allow", "GET, HEAD");
        }
        return null;
    }

    /** The metrics. */
    ScrapeAnswer to(ScrapeRequest request) throws IOException {
        String accept = request.header("accept");
        byte[] content;
        try {
            content = exposition.content(accept);
        } catch (RuntimeException e) {
            state.failed("a scrape: " + Log.describe(e));
            return ScrapeAnswer.text(500, "the metrics cannot be read");
        }
        boolean isCompressed = request.header("accept-encoding").matches(GZIP);
        ScrapeAnswer answer = new ScrapeAnswer(200, isCompressed ? compressed(content) : content)
                .with("Content-Type", exposition.contentType(accept))
                .with("Vary", "Accept, Accept-Encoding");
        return isCompressed ? answer.with("Content-Encoding", "gzip") : answer;
    }

    private static byte[] compressed(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(content.length / 4);
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        }
        return bytes.toByteArray();
    }
}
