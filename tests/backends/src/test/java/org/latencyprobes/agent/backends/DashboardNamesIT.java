package org.latencyprobes.agent.backends;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.ipc.http.HttpUrlConnectionSender;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpHttpMetricsSender;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.backends.daemon.Prometheus;
import org.latencyprobes.agent.backends.dashboard.Dashboard;
import org.latencyprobes.agent.backends.dashboard.Panel;
import org.latencyprobes.agent.backends.dashboard.Query;
import org.latencyprobes.agent.backends.dashboard.Row;
import org.latencyprobes.agent.backends.fixture.Registries;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.counts.OpenCalls;
import org.latencyprobes.internal.counts.SlowRing;
import org.latencyprobes.internal.jitter.HiccupSampler;
import org.latencyprobes.internal.probe.Hub;
import org.latencyprobes.internal.probe.ProbeRecorder;
import org.latencyprobes.micrometer.LatencyProbesMetrics;
import org.latencyprobes.micrometer.ProbesOtlp;

/** Every query of every panel finds something where probes of this JVM are published and scraped: the names are those that are exported. */
@Tag("full")
final class DashboardNamesIT {

    private static final Map<String, String> CHOSEN = Map.of(
            "job", ".*",
            "instance", ".*",
            "probe", "asked for",
            "outcome", ".*",
            "by", "probe, outcome, instance",
            "objective", "0.999",
            "__rate_interval", "1m");

    @TempDir
    private Path folder;

    @Test
    void eachQueryFindsWhatIsScraped() throws IOException {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        HttpServer server = Registries.served(registry, 0);
        try (Prometheus prometheus = new Prometheus(folder, server.getAddress().getPort())) {
            prometheus.start();
            assertFound(prometheus, registry, queries(true));
        } finally {
            server.stop(0);
        }
    }

    /** This binding has no classic buckets. */
    @Test
    void eachQueryFindsWhatIsPushed() {
        try (Prometheus prometheus = new Prometheus(folder)) {
            prometheus.start();
            Map<String, String> keys = Map.of(
                    "otlp.url", prometheus.otlpUrl() + "/v1/metrics",
                    "otlp.step", Prometheus.SCRAPE_MILLIS + "ms",
                    "otlp.resourceAttributes", "service.name=fleet,service.instance.id=member");
            OtlpConfig config = keys::get;
            OtlpMeterRegistry registry = OtlpMeterRegistry.builder(config)
                    .metricsSender(ProbesOtlp.sender(new OtlpHttpMetricsSender(new HttpUrlConnectionSender())))
                    .build();
            assertFound(prometheus, registry, queries(false));
            registry.close();
        }
    }

    private static void assertFound(Prometheus prometheus, MeterRegistry registry, Map<String, String> queries) {
        HiccupSampler jitter = HiccupSampler.start();
        SlowRing.open();
        try (LatencyProbesMetrics metrics =
                LatencyProbesMetrics.builder().slo(Duration.ofMillis(1)).build()) {
            ProbeRecorder probe = ProbeRecorder.named("asked for");
            ProbeRecorder slow = ProbeRecorder.jitter(Hub.SLOW_CALLS, "probe", "asked for", "cause", "gc");
            ProbeRecorder stall = ProbeRecorder.jitter(HiccupSampler.STALL_PROBE, "kind", "gc");
            record(probe);
            metrics.bindTo(registry);
            for (Map.Entry<String, String> query : queries.entrySet()) {
                prometheus.await(query.getKey() + ": " + query.getValue(), () -> {
                    record(probe);
                    slow.recordNanos(2_000_000);
                    stall.recordNanos(2_000_000);
                    return !prometheus.query(query.getValue()).isEmpty();
                });
            }
            prometheus.await("count(probe_published)", 1);
        } finally {
            SlowRing.close();
            jitter.close();
        }
    }

    private static void record(ProbeRecorder probe) {
        for (Outcome outcome : Outcome.values()) {
            probe.recordNanos(2_000_000, outcome);
        }
        OpenCalls calls = OpenCalls.ofCurrentThread();
        if (calls != null) { // else this thread's nesting is not known: another thread has its place
            calls.begin(1);
            calls.begin(2);
            probe.sampleNested(1_000_000, 2, Outcome.OK);
            probe.sampleNested(2_000_000, 1, Outcome.OK);
        }
    }

    private static Map<String, String> queries(boolean withClosedRows) {
        Map<String, String> queries = new LinkedHashMap<>();
        List<Row> rows = Dashboard.rows().stream()
                .filter(row -> withClosedRows || row.isOpen())
                .toList();
        for (Row row : rows) {
            for (Panel panel : row.panels()) {
                for (Query query : panel.queries()) {
                    queries.put(row.title() + ", " + panel.title() + ' ' + query.legend(), query.with(CHOSEN));
                }
            }
        }
        return queries;
    }
}
