package org.latencyprobes.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.expositionformats.PrometheusProtobufWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.latencyprobes.probe.LatencyProbe;

/** Tests of what goes over the wire, written by Prometheus's own writers. */
class ExpositionTest {

    private final PrometheusMeterRegistry registry = Scrape.registry();
    private final LatencyProbesMetrics metrics =
            LatencyProbesMetrics.builder().buckets(Duration.ofMillis(1)).build();

    @BeforeEach
    void bind() {
        LatencyProbe probe = LatencyProbe.named("exposition");
        if (Scrape.of(registry)
                .points("probe_duration_seconds", "probe", "exposition")
                .isEmpty()) {
            metrics.bindTo(registry);
        }
        probe.recordNanos(500_000);
        probe.recordNanos(2_000_000);
    }

    @AfterEach
    void close() {
        metrics.close();
    }

    @Test
    void textHasTheClassicBuckets() {
        List<String> lines = ours(registry.scrape());
        assertThat(lines).anyMatch(line -> line.matches("probe_duration_seconds_bucket\\{.*le=\"0.001\"} \\d+"));
        assertThat(lines).anyMatch(line -> line.matches("probe_duration_seconds_bucket\\{.*le=\"\\+Inf\"} \\d+"));
        assertThat(lines).anyMatch(line -> line.startsWith("probe_duration_seconds_count{"));
        assertThat(lines).anyMatch(line -> line.startsWith("probe_duration_seconds_sum{"));
        assertThat(lines).anyMatch(line -> line.startsWith("probe_duration_max_seconds{"));
        assertThat(registry.scrape())
                .contains("# TYPE probe_duration_seconds histogram", "# HELP probe_duration_seconds How long");
    }

    @Test
    void openMetricsIsComplete() {
        String text = registry.scrape("application/openmetrics-text; version=1.0.0; charset=utf-8");
        assertThat(text).endsWith("# EOF\n");
        assertThat(ours(text)).anyMatch(line -> line.startsWith("probe_duration_seconds_bucket{"));
    }

    @Test
    void protobufHasTheNativeBuckets() throws IOException {
        PrometheusProtobufWriter writer = new PrometheusProtobufWriter();
        assertThat(writer.isAvailable()).isTrue();
        String text = writer.toDebugString(
                registry.getPrometheusRegistry().scrape(),
                io.prometheus.metrics.config.EscapingScheme.UNDERSCORE_ESCAPING);
        assertThat(text).contains("exposition", "schema: 5", "positive_span", "zero_threshold", "upper_bound: 0.001");
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        registry.scrape(bytes, writer.getContentType());
        assertThat(bytes.toString(StandardCharsets.ISO_8859_1)).contains("probe_duration_seconds", "exposition");
    }

    @Test
    void histogramWithoutSamplesIsNativeToo() {
        LatencyProbe.named("exposition idle");
        assertThat(ours(registry.scrape(), "exposition idle"))
                .anyMatch(line -> line.matches("probe_duration_seconds_count\\{.*} 0"));
        assertThat(Scrape.of(registry).histogram("exposition idle").getNativeSchema())
                .isEqualTo(5);
    }

    private static List<String> ours(String text) {
        return ours(text, "exposition");
    }

    private static List<String> ours(String text, String probe) {
        return text.lines()
                .filter(line -> line.contains("probe=\"" + probe + "\""))
                .toList();
    }
}
