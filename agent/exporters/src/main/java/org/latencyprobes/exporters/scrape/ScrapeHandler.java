package org.latencyprobes.exporters.scrape;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.config.ExporterProperties;
import io.prometheus.metrics.config.PrometheusProperties;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.SoftReference;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.latencyprobes.agent.backend.ExporterState;
import org.latencyprobes.agent.base.Log;

/** The answers to requests: all metrics of a registry at {@code /metrics}, as protobuf, OpenMetrics or text. Thread-safe. */
public final class ScrapeHandler {

    static final String PATH = "/metrics";
    private static final int GZIP_BYTES = 8 << 10;

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
    /** An answer is megabytes where there are thousands of probes. */
    private volatile SoftReference<ByteArrayOutputStream> lastRoom = new SoftReference<>(null);

    public ScrapeHandler(
            PrometheusMeterRegistry registry, ScrapeAccess access, ScrapeHosts hosts, ExporterState state) {
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
        if (!access.isGranted(request.head().field("authorization"))) {
            ScrapeAnswer answer = ScrapeAnswer.text(401, "not allowed");
            access.challenges().forEach(challenge -> answer.with("WWW-Authenticate", challenge));
            return answer;
        }
        if (access.isOpen() && !hosts.areNamed(request.head().fields().getOrDefault("host", List.of()))) {
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
        ByteArrayOutputStream room = takeRoom();
        ScrapeAnswer answer = metrics(request, room);
        answer.write(out, request.isHead());
        lastRoom = new SoftReference<>(room);
        return answer.isScrape();
    }

    /** What the last answer was made in, if no other is made there now. */
    private synchronized ByteArrayOutputStream takeRoom() {
        ByteArrayOutputStream room = lastRoom.get();
        lastRoom = new SoftReference<>(null);
        if (room == null) {
            return new ByteArrayOutputStream();
        }
        room.reset();
        return room;
    }

    private ScrapeAnswer metrics(ScrapeRequest request, ByteArrayOutputStream room) throws IOException {
        String accept = request.head().field("accept");
        boolean isCompressed = request.takesGzip();
        try {
            if (isCompressed) {
                try (OutputStream compressed = new GZIPOutputStream(room, GZIP_BYTES)) {
                    write(accept, compressed);
                }
            } else {
                write(accept, room);
            }
        } catch (RuntimeException e) {
            state.failed("a scrape: " + Log.describe(e));
            return ScrapeAnswer.text(500, "the metrics cannot be read");
        }
        ScrapeAnswer answer = new ScrapeAnswer(200, room)
                .with("Content-Type", formats.findWriter(accept).getContentType())
                .with("Vary", "Accept, Accept-Encoding");
        return isCompressed ? answer.with("Content-Encoding", "gzip") : answer;
    }

    /** Writes all metrics in the format that is asked for. */
    public void write(String accept, OutputStream out) throws IOException {
        ExpositionFormatWriter writer = formats.findWriter(accept);
        MetricSnapshots metrics = registry.getPrometheusRegistry().scrape();
        if (writer == formats.getPrometheusProtobufWriter()) {
            protobuf.write(out, metrics);
        } else {
            writer.write(out, metrics);
        }
    }
}
