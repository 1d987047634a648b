package org.latencyprobes.micrometer;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.graphite.GraphiteConfig;
import io.micrometer.graphite.GraphiteMeterRegistry;
import io.micrometer.graphite.GraphiteProtocol;
import io.micrometer.influx.InfluxConfig;
import io.micrometer.influx.InfluxMeterRegistry;
import io.micrometer.statsd.StatsdConfig;
import io.micrometer.statsd.StatsdFlavor;
import io.micrometer.statsd.StatsdMeterRegistry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.latencyprobes.probe.LatencyProbe;

/** The plain binding as it arrives at Graphite and InfluxDB, and as it leaves for StatsD: Micrometer's client for it drops lines under load. */
class PlainWireTest {

    private final LatencyProbesMetrics metrics =
            LatencyProbesMetrics.builder().percentiles(0.5).build();
    private final List<String> received = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        metrics.close();
    }

    private double sumOf(String... parts) {
        return received.stream()
                .filter(line -> List.of(parts).stream().allMatch(line::contains))
                .mapToDouble(line -> Double.parseDouble(line.split("[:|]")[1]))
                .sum();
    }

    @Test
    @Tag("full")
    void statsdDeltasAddUpToTheCalls() {
        StatsdMeterRegistry registry =
                StatsdMeterRegistry.builder(statsd()).lineSink(received::add).build();
        registry.config().meterFilter(MeterFilter.denyUnless(id -> "wire-statsd".equals(id.getTag("probe"))));
        LatencyProbe probe = LatencyProbe.named("wire-statsd");
        metrics.bindTo(registry);
        for (int round = 1; round <= 5; round++) {
            for (int i = 0; i < 100; i++) {
                probe.recordNanos(20_000);
            }
            int calls = round * 100;
            await().atMost(1, MINUTES)
                    .untilAsserted(() -> assertThat(sumOf("probe.duration.count", "wire-statsd", "outcome:ok"))
                            .isEqualTo(calls));
        }
        await().atMost(1, MINUTES).untilAsserted(() -> {
            assertThat(sumOf("probe.duration.sum", "wire-statsd", "outcome:ok"))
                    .isCloseTo(500 * 20_000.0, within(500 * 20_000 * 0.004));
            assertThat(received)
                    .anyMatch(line -> line.matches("probe.duration.max:0.02\\|g.*wire-statsd.*"))
                    .anyMatch(line -> line.matches("probe.duration.percentile:0.0[12]9?\\d*\\|g.*wire-statsd.*"));
        });
        registry.close();
    }

    private static StatsdConfig statsd() {
        return new StatsdConfig() {
            @Override
            public String get(String key) {
                return key.equals("statsd.pollingFrequency") ? "50ms" : null;
            }

            @Override
            public StatsdFlavor flavor() {
                return StatsdFlavor.DATADOG;
            }
        };
    }

    /** It reads each counter several times in each publish, for rates. */
    @Test
    void theFirstPublishShowsOneSnapshotHoweverLongAgoTheBindingWas() {
        GraphiteMeterRegistry registry = new GraphiteMeterRegistry(stopped(), Clock.SYSTEM);
        LatencyProbe probe = LatencyProbe.named("wire-first");
        metrics.bindTo(registry);
        TimedWait.untilReadingAgainCounts();
        probe.recordNanos(20_000);
        FunctionCounter count = registry.get("probe.duration.count")
                .tags("probe", "wire-first", "outcome", "ok")
                .functionCounter();
        assertThat(count.count()).isEqualTo(1);
        assertThat(count.count()).isEqualTo(1);
        registry.close();
    }

    private static GraphiteConfig stopped() {
        return new GraphiteConfig() {
            @Override
            public String get(String key) {
                return null;
            }

            @Override
            public boolean enabled() {
                return false;
            }
        };
    }

    @Test
    @Tag("full")
    void graphiteIsToldCumulativeCounts() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread receiver = new Thread(() -> receive(server));
            receiver.start();
            GraphiteMeterRegistry registry = new GraphiteMeterRegistry(graphite(server.getLocalPort()), Clock.SYSTEM);
            LatencyProbe probe = LatencyProbe.named("wire-graphite");
            for (int i = 0; i < 300; i++) {
                probe.recordNanos(20_000);
            }
            metrics.bindTo(registry);
            String count = "probeDurationCount.outcome.ok.probe.wire-graphite.count ";
            await().atMost(1, MINUTES)
                    .untilAsserted(() -> assertThat(received).anyMatch(line -> line.startsWith(count + "300 ")));
            probe.recordNanos(90_000);
            await().atMost(1, MINUTES)
                    .untilAsserted(() -> assertThat(received).anyMatch(line -> line.startsWith(count + "301 ")));
            await().atMost(1, MINUTES)
                    .untilAsserted(() -> assertThat(received)
                            .anyMatch(line -> line.startsWith("probeDurationMax.outcome.ok.probe.wire-graphite 0.09")));
            registry.close();
        }
    }

    private void receive(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept();
                    BufferedReader reader = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
                reader.lines().forEach(received::add);
            } catch (IOException | java.io.UncheckedIOException over) {
                // its reporter reconnects, or the test is over
            }
        }
    }

    private static GraphiteConfig graphite(int port) {
        Map<String, String> keys = Map.of(
                "graphite.host", "127.0.0.1",
                "graphite.port", String.valueOf(port),
                "graphite.step", "1s",
                "graphite.graphiteTagsEnabled", "false",
                "graphite.enabled", "true");
        return new GraphiteConfig() {
            @Override
            public String get(String key) {
                return keys.get(key);
            }

            @Override
            public GraphiteProtocol protocol() {
                return GraphiteProtocol.PLAINTEXT;
            }
        };
    }

    @Test
    void influxGetsEachStepsCount() throws IOException {
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
                "influx.connectTimeout", "2m",
                "influx.readTimeout", "2m",
                "influx.autoCreateDb", "false");
        MockClock clock = new MockClock();
        InfluxMeterRegistry registry = new InfluxMeterRegistry((InfluxConfig) keys::get, clock);
        LatencyProbe probe = LatencyProbe.named("wire-influx");
        metrics.bindTo(registry);
        for (int i = 0; i < 40; i++) {
            probe.recordNanos(20_000);
        }
        registry.close();
        server.stop(0);
        assertThat(received)
                .anyMatch(line -> line.matches("probe_duration_count,.*probe=wire-influx.* value=40.*"))
                .anyMatch(line -> line.matches("probe_duration_max,.*probe=wire-influx.* value=0.02 .*"))
                .anyMatch(line -> line.matches("probe_duration_percentile,.*probe=wire-influx.* value=0.02 .*"));
    }
}
