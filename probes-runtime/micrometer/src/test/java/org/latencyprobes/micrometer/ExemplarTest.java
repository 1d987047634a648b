package org.latencyprobes.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.registry.otlp.AggregationTemporality;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.opentelemetry.proto.metrics.v1.Exemplar;
import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusProtobufWriter;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latencyprobes.internal.counts.TracedCall;
import org.latencyprobes.internal.probe.ProbeRecorder;
import org.latencyprobes.internal.probe.SlowSamples;

/** Tests of exemplars: the last slow call with a trace id, on the bucket that holds it. */
class ExemplarTest {

    private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";

    private final LatencyProbesMetrics metrics = LatencyProbesMetrics.builder()
            .buckets(Duration.ofMillis(1), Duration.ofMillis(10))
            .build();

    @AfterEach
    void close() {
        metrics.close();
    }

    /** A call of 5 ms, and the note that the agent makes of it. */
    private static void call(String name, String trace, long endMillis) {
        ProbeRecorder probe = ProbeRecorder.named(name);
        probe.recordNanos(5_000_000);
        SlowSamples.forEach((each, counts) -> {
            if (each == probe) {
                counts.get(0).lastTraced(new TracedCall(trace, 5_000_000, endMillis));
            }
        });
    }

    private static List<String> lines(String text, String probe) {
        return text.lines()
                .filter(line ->
                        line.contains("_bucket{") && line.contains("probe=\"" + probe + '"') && line.contains(" # {"))
                .toList();
    }

    @Test
    void openMetricsHasItOnItsBucketAndPlainTextHasNone() {
        PrometheusMeterRegistry registry = Scrape.registry();
        metrics.bindTo(registry);
        call("exemplar", ID, 1_700_000_000_500L);
        for (int scrape = 0; scrape < 2; scrape++) { // there may be two Prometheus servers
            String open = registry.scrape("application/openmetrics-text; version=1.0.0; charset=utf-8");
            assertThat(lines(open, "exemplar"))
                    .singleElement()
                    .asString()
                    .matches(".*_bucket\\{.*le=\"0.01\".*\\} 1 # \\{trace_id=\"" + ID + "\"\\} 0.005 1700000000.500");
        }
        assertThat(registry.scrape()).doesNotContain(ID);
    }

    @Test
    void protobufHasItOnItsBucket() {
        PrometheusMeterRegistry registry = Scrape.registry();
        metrics.bindTo(registry);
        call("exemplar protobuf", ID, 1_700_000_000_500L);
        String text = new PrometheusProtobufWriter()
                .toDebugString(registry.getPrometheusRegistry().scrape(), EscapingScheme.UNDERSCORE_ESCAPING);
        assertThat(text)
                .containsPattern(
                        "cumulative_count: 1\\s+upper_bound: 0.01\\s+exemplar \\{\\s+label \\{\\s+name: \"trace_id\"\\s+value: \""
                                + ID);
    }

    @Test
    void anIdThatOpenMetricsDoesNotAllowIsLeftOut() {
        PrometheusMeterRegistry registry = Scrape.registry();
        metrics.bindTo(registry);
        call("exemplar long", "x".repeat(128), 1_700_000_000_500L);
        assertThat(lines(registry.scrape("application/openmetrics-text; version=1.0.0"), "exemplar long"))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void otlpHasEachOnceAndAgainWhereItDidNotArrive(AggregationTemporality temporality) {
        Otlp otlp = new Otlp();
        OtlpMeterRegistry registry = otlp.registry(temporality);
        metrics.bindTo(registry);
        String name = "exemplar " + temporality;
        call(name, ID, 1_700_000_000_500L);
        otlp.isDown = true;
        Otlp.publish(registry);
        otlp.isDown = false;
        Otlp.publish(registry);
        otlp.isDown = true;
        Otlp.publish(registry); // of nothing new, taken back
        otlp.isDown = false;
        Otlp.publish(registry);
        call(name, "request 7", 1_700_000_001_000L);
        Otlp.publish(registry);
        List<Exemplar> exemplars = otlp.points(name).stream()
                .flatMap(point -> point.getExemplarsList().stream())
                .toList();
        assertThat(exemplars).hasSize(2);
        Exemplar first = exemplars.get(0);
        assertThat(first.getTraceId())
                .isEqualTo(ByteString.copyFrom(HexFormat.of().parseHex(ID)));
        assertThat(first.getAsDouble()).isEqualTo(0.005);
        assertThat(first.getTimeUnixNano()).isEqualTo(1_700_000_000_500_000_000L);
        assertThat(exemplars.get(1).getTraceId()).isEmpty();
        assertThat(exemplars.get(1).getFilteredAttributes(0).getValue().getStringValue())
                .isEqualTo("request 7");
    }
}
