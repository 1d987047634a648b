package org.latencyprobes.agent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.backends.daemon.Collector;
import org.latencyprobes.agent.backends.daemon.Prometheus;
import org.latencyprobes.agent.backends.daemon.Web;
import org.latencyprobes.agent.backends.fixture.Traced;
import org.latencyprobes.agent.kit.Ports;
import org.latencyprobes.agent.kit.RunningJvm;

/** The trace ids of slow calls as a real Prometheus keeps them: scraped, and by OTLP through a collector. */
@Tag("full")
final class ExemplarsIT {

    private static final String SLOW = "1ms";
    private static final double SLOW_SECONDS = 0.001;
    private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";

    @TempDir
    private Path folder;

    @Test
    void prometheusHasThemOnClassicAndNativeHistogramsAndByOtlp() throws IOException {
        int port = Ports.free();
        try (Prometheus prometheus = new Prometheus(folder.resolve("prometheus"), port);
                Collector collector = new Collector(folder.resolve("collector"), prometheus.otlpUrl())) {
            prometheus.start();
            collector.start();
            try (RunningJvm jvm = Fleet.jvm(Traced.class)
                    .withAgent("report=off,slow=" + SLOW + ",prometheus.port=" + port + ",otlp.url="
                            + collector.otlpUrl() + ",otlp.step=200ms")
                    .arguments(ID)
                    .start()
                    .awaitText("ready")) {
                awaitExemplar(prometheus, jvm, "probe_duration_seconds_bucket", "job=\"scraped\"");
                awaitExemplar(prometheus, jvm, "probe_duration_seconds", "job=\"scraped\"");
                awaitExemplar(prometheus, jvm, "probe_duration_seconds", "job!=\"scraped\"");
            }
        }
    }

    private static void awaitExemplar(Prometheus prometheus, RunningJvm jvm, String metric, String job)
            throws IOException {
        String series = metric + "{probe=\"traced\"," + job + '}';
        jvm.await(
                "an exemplar of " + series, () -> !exemplars(prometheus, series).isEmpty());
        for (JsonNode found : exemplars(prometheus, series)) {
            JsonNode exemplar = found.get("exemplars").get(0);
            assertThat(exemplar.get("labels").get("trace_id").asText()).isEqualTo(ID);
            assertThat(exemplar.get("value").asDouble()).isGreaterThanOrEqualTo(SLOW_SECONDS);
            if (found.get("seriesLabels").has("le")) {
                assertThat(exemplar.get("value").asDouble())
                        .isLessThanOrEqualTo(bound(found.get("seriesLabels").get("le")));
            }
        }
    }

    private static double bound(JsonNode label) {
        return label.asText().equals("+Inf") ? Double.POSITIVE_INFINITY : label.asDouble();
    }

    private static JsonNode exemplars(Prometheus prometheus, String series) throws IOException {
        long now = System.currentTimeMillis() / 1_000;
        return Web.json(prometheus.url() + "/api/v1/query_exemplars?query=" + Web.encoded(series) + "&start="
                        + (now - 600) + "&end=" + (now + 600))
                .get("data");
    }
}
