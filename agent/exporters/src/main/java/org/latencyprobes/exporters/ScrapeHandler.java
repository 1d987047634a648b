package org.latencyprobes.exporters;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.config.ExporterProperties;
import io.prometheus.metrics.config.PrometheusProperties;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.latencyprobes.agent.backend.ExporterState;
import org.latencyprobes.agent.base.Log;

/** The answers to requests: all metrics of a registry at {@code /metrics}, as protobuf, OpenMetrics or text. Thread-safe. */
final class ScrapeHandler {

    static final String PATH = "/metrics";

    /** With the times since when series count, and exemplars only where OpenMetrics allows them. */
    private final ExpositionFormats formats = ExpositionFormats.init(PrometheusProperties.builder()
            .exporterProperties(
                    ExporterProperties.builder().includeCreatedTimestamps(true).build())
            .build());

    private final ProtobufWriter protobuf = new ProtobufWriter();
    private final PrometheusMeterRegistry registry;
    private final ScrapeAccess access;
    private final ScrapeHosts hosts;
    private final ExporterState state;
    private volatile int expectedBytes;

    ScrapeHandler(PrometheusMeterRegistry registry, ScrapeAccess access, ScrapeHosts hosts, ExporterState state) {
        this.registry = registry;
        this.access = access;
        this.hosts = hosts;
        this.state = state;
    }

    /** Whether it answers everybody. */
    boolean isOpenToAll() {
        return access.isOpen();
    }

    /** The answer to a request that may not have the metrics; null for one that may. */
    ScrapeAnswer refusal(ScrapeRequest request) {
        if (!access.isGranted(request.header("authorization"))) {
            ScrapeAnswer answer = ScrapeAnswer.text(401, "not allowed");
            access.challenges().forEach(challenge -> answer.with("WWW-Authenticate", challenge));
            return answer;
        }
        if (access.isOpen() && !hosts.areNamed(request.headers().getOrDefault("host", List.of()))) {
            return ScrapeAnswer.text(403, "without a token, ask localhost or an address");
        }
        if (!request.path().equals(PATH)) {
            return ScrapeAnswer.text(404, "there is " + PATH);
        }
        if (!request.method().equals("GET") && !request.isHead()) {
            return ScrapeAnswer.text(405, "GET or HEAD").with("Allow", "GET, HEAD");
        }
        return null;
    }

    /** Writes the metrics; false if they could not be read, which the answer says. */
    boolean writeMetrics(ScrapeRequest request, OutputStream out) throws IOException {
        ScrapeAnswer answer = metrics(request);
        answer.write(out, request.isHead());
        return answer.isScrape();
    }

    private ScrapeAnswer metrics(ScrapeRequest request) throws IOException {
        String accept = request.header("accept");
        byte[] content;
        try {
            content = content(accept);
        } catch (RuntimeException e) {
            state.failed("a scrape: " + Log.describe(e));
            return ScrapeAnswer.text(500, "the metrics cannot be read");
        }
        boolean isCompressed = request.takesGzip();
        ScrapeAnswer answer = new ScrapeAnswer(200, isCompressed ? compressed(content) : content)
                .with("Content-Type", formats.findWriter(accept).getContentType())
                .with("Vary", "Accept, Accept-Encoding");
        return isCompressed ? answer.with("Content-Encoding", "gzip") : answer;
    }

    /** All metrics in the format that is asked for. */
    byte[] content(String accept) throws IOException {
        ByteArrayOutputStream content = new ByteArrayOutputStream(expectedBytes);
        ExpositionFormatWriter writer = formats.findWriter(accept);
        MetricSnapshots metrics = registry.getPrometheusRegistry().scrape();
        if (writer == formats.getPrometheusProtobufWriter()) {
            protobuf.write(content, metrics);
        } else {
            writer.write(content, metrics);
        }
        expectedBytes = content.size();
        return content.toByteArray();
    }

    private static byte[] compressed(byte[] content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(content.length / 4);
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(content);
        }
        return bytes.toByteArray();
    }
}
