package org.latencyprobes.micrometer;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.influx.InfluxConfig;
import io.micrometer.influx.InfluxMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.micrometer.registry.otlp.AggregationTemporality;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import io.micrometer.statsd.StatsdConfig;
import io.micrometer.statsd.StatsdFlavor;
import io.micrometer.statsd.StatsdMeterRegistry;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.ExponentialHistogramDataPoint;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.latencyprobes.probe.LatencyProbe;

/** Names and tags that would break a backend's lines, and those of two probes that a backend would write alike. */
class HostileTagsTest {

    private static final String ENDS_LINES = "select 1\nfrom:2|c\r\u0000\u0085\u2028, x=y|z";
    private static final char FIRST_PRINTABLE = ' ';
    private static final char LAST_PRINTABLE = '~';
    private static final String INFLUX_TEXT = "(?:[^ ,=\\\\]|\\\\[ ,=])+";

    private final LatencyProbesMetrics metrics = LatencyProbesMetrics.builder()
            .percentiles(0.5)
            .tags(Tags.of("common", "a|b\nc:1|c\\"))
            .build();
    private final List<String> received = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        metrics.close();
    }

    @ParameterizedTest
    @EnumSource(StatsdFlavor.class)
    void aTextInALineOfStatsdEndsNothing(StatsdFlavor flavor) {
        LatencyProbe.named("hostile\n" + flavor, "sql", ENDS_LINES, "k\n|:" + flavor, "")
                .recordNanos(20_000);
        StatsdMeterRegistry registry = StatsdMeterRegistry.builder(statsd(flavor))
                .lineSink(received::add)
                .build();
        registry.config()
                .meterFilter(MeterFilter.denyUnless(
                        id -> String.valueOf(id.getTag("probe")).matches("(?s)hostile." + flavor)));
        metrics.bindTo(registry);
        await().atMost(1, MINUTES)
                .until(() -> received.stream().anyMatch(line -> line.contains("ercentile") && line.contains("0.5")));
        registry.close();
        assertThat(received)
                .isNotEmpty()
                .allSatisfy(line -> assertThat(line)
                        .matches(
                                flavor == StatsdFlavor.DATADOG
                                        ? "[^:|]+:[-0-9.]+\\|[a-z]+\\|#[^|]*"
                                        : "[^:|]+:[-0-9.]+\\|[a-z]+")
                        .matches("[^\\p{Cc}\\u2028]*")
                        .contains("select", "from", "outcome", "hostile_" + flavor));
    }

    @ParameterizedTest
    @EnumSource(StatsdFlavor.class)
    void valuesThatDifferInOneCharacterAreLinesThatDiffer(StatsdFlavor flavor) {
        String probe = "character " + flavor;
        for (char c = FIRST_PRINTABLE; c <= LAST_PRINTABLE; c++) {
            LatencyProbe.named(probe, "k", "v" + c + 'w').recordNanos(20_000);
        }
        Set<String> counters = ConcurrentHashMap.newKeySet();
        StatsdMeterRegistry registry = StatsdMeterRegistry.builder(statsd(flavor))
                .lineSink(line -> counters.add(line.replaceAll(":\\d+\\|c", "")))
                .build();
        registry.config()
                .meterFilter(MeterFilter.denyUnless(id -> id.getName().equals("probe.duration.count")
                        && probe.equals(id.getTag("probe"))
                        && "ok".equals(id.getTag("outcome"))));
        metrics.bindTo(registry);
        await().atMost(1, MINUTES)
                .untilAsserted(() -> assertThat(counters).hasSize(LAST_PRINTABLE - FIRST_PRINTABLE + 1));
        registry.close();
    }

    private static StatsdConfig statsd(StatsdFlavor flavor) {
        return new StatsdConfig() {
            @Override
            public String get(String key) {
                return key.equals("statsd.pollingFrequency") ? "50ms" : null;
            }

            @Override
            public StatsdFlavor flavor() {
                return flavor;
            }
        };
    }

    @Test
    void everyLineIsOneThatInfluxReads() throws IOException {
        LatencyProbe.named("hostile influx", "path", "C:\\temp\\", "time", "now", "none", "", "q", ENDS_LINES + '"')
                .recordNanos(20_000);
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            received.addAll(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList());
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        server.start();
        Map<String, String> keys = Map.of(
                "influx.uri", "http://127.0.0.1:" + server.getAddress().getPort(),
                "influx.compressed", "false",
                "influx.autoCreateDb", "false");
        InfluxMeterRegistry registry = new InfluxMeterRegistry((InfluxConfig) keys::get, new MockClock());
        metrics.bindTo(registry);
        registry.close();
        server.stop(0);
        String tag = ',' + INFLUX_TEXT + '=' + INFLUX_TEXT;
        assertThat(received)
                .anyMatch(line -> line.contains("probe=hostile\\ influx") && line.contains("path=C:/temp/,"))
                .allSatisfy(line -> assertThat(line).matches("[a-z_]+(?:" + tag + ")* [a-z]+=[-0-9.E]+ \\d+"));
    }

    /** Bytes that say how long each text is, so that none ends another. */
    @Test
    void otlpHasEachTextAsItIs() {
        LatencyProbe.named("hostile otlp", "sql", ENDS_LINES, "path", "C:\\temp\\", "none", "", "a.b", "1", "a_b", "2")
                .recordNanos(20_000);
        Otlp otlp = new Otlp();
        OtlpMeterRegistry registry = otlp.registry(AggregationTemporality.CUMULATIVE);
        metrics.bindTo(registry);
        Otlp.publish(registry);
        List<KeyValue> attributes = otlp.only("hostile otlp").getAttributesList();
        assertThat(attributes).extracting(KeyValue::getKey).doesNotHaveDuplicates();
        assertThat(attributes)
                .extracting(each -> each.getKey() + '=' + each.getValue().getStringValue())
                .contains("sql=" + ENDS_LINES, "path=C:\\temp\\", "none=", "a.b=1", "a_b=2", "common=a|b\nc:1|c\\");
    }

    /** Protobuf would say so by a logger, with a stack, each time. */
    @Test
    void halvesOfCharactersAreReplacedWithoutAWord() {
        LatencyProbe.named("half otlp", "k", "a\uD800b").recordNanos(20_000);
        LatencyProbe.named("half otlp", "k", "a\uDC00b").recordNanos(20_000);
        Logger protobuf = Logger.getLogger("com.google.protobuf.CodedOutputStream");
        Handler handler = new Handler() {
            @Override
            public void publish(LogRecord said) {
                received.add(said.getMessage());
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
        protobuf.addHandler(handler);
        Otlp otlp = new Otlp();
        OtlpMeterRegistry registry = otlp.registry(AggregationTemporality.CUMULATIVE);
        metrics.bindTo(registry);
        Otlp.publish(registry);
        protobuf.removeHandler(handler);
        assertThat(received).isEmpty();
        assertThat(otlp.points("half otlp"))
                .as("told apart")
                .hasSize(2)
                .allMatch(point -> Otlp.hasTag(point.getAttributesList(), "k", "a?b"))
                .extracting(ExponentialHistogramDataPoint::getAttributesList)
                .doesNotHaveDuplicates();
    }

    @Test
    void probesThatABackendWouldWriteAlikeAreToldApart() {
        LatencyProbe.named("alike", "a.b", "1").recordNanos(1_000);
        LatencyProbe.named("alike", "a_b", "1").recordNanos(1_000);
        LatencyProbe.named("alike", "a_b", "1").recordNanos(2_000);
        PrometheusMeterRegistry prometheus = Scrape.registry();
        SimpleMeterRegistry simple = new SimpleMeterRegistry();
        metrics.bindTo(prometheus);
        metrics.bindTo(simple);
        List<DataPointSnapshot> points = Scrape.of(prometheus).points("probe_duration_calls", "probe", "alike").stream()
                .filter(point -> "ok".equals(point.getLabels().get("outcome")))
                .toList();
        assertThat(points)
                .extracting(point -> ((CounterDataPointSnapshot) point).getValue())
                .containsExactlyInAnyOrder(1.0, 2.0);
        assertThat(points).extracting(point -> point.getLabels().get("a_b")).containsExactly("1", "1");
        assertThat(points)
                .filteredOn(point -> point.getLabels().contains("distinct"))
                .hasSize(1);
        assertThat(Scrape.of(prometheus).points("probe_duration_max_seconds", "probe", "alike"))
                .filteredOn(point -> "ok".equals(point.getLabels().get("outcome")))
                .hasSize(2);
        assertThat(simple.get("probe.duration.count")
                        .tag("probe", "alike")
                        .tag("outcome", "ok")
                        .functionCounters())
                .extracting(FunctionCounter::count)
                .containsExactlyInAnyOrder(1.0, 2.0);
    }

    @Test
    void aProbesTwoTagsOfOneLabelAreTwoLabels() {
        LatencyProbe.named("two of one", "x.y", "1", "x_y", "2").recordNanos(1_000);
        PrometheusMeterRegistry prometheus = Scrape.registry();
        metrics.bindTo(prometheus);
        DataPointSnapshot point = Scrape.of(prometheus).only("probe_duration_seconds", "two of one");
        assertThat(List.of(point.getLabels().get("x_y"), point.getLabels().get("x_y_")))
                .containsExactlyInAnyOrder("1", "2");
    }
}
