package org.latencyprobes.agent.backends;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.backends.daemon.Collector;
import org.latencyprobes.agent.backends.daemon.Prometheus;
import org.latencyprobes.agent.backends.fixture.Member;
import org.latencyprobes.agent.kit.Ports;
import org.latencyprobes.agent.kit.RunningJvm;

/** The first error and the first slow call of a JVM, as a real Prometheus sees them: scraped, and by OTLP through a collector. */
@Tag("full")
final class FirstErrorIT {

    private static final List<String> JOBS = List.of("job=\"scraped\"", "job!=\"scraped\"");
    private static final int SCRAPES = 4;

    /** Prometheus estimates what it does not see, up to half of a scrape's interval at both ends. */
    private static final double LEAST = 0.9;

    private static final double MOST = 1.5;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"exemplar-storage", "exemplar-storage,created-timestamp-zero-ingestion"})
    void isOneInWhatItsSeriesGained(String features) {
        int port = Ports.free();
        try (Prometheus prometheus = new Prometheus(features, folder.resolve("prometheus"), port);
                Collector collector = new Collector(folder.resolve("collector"), prometheus.otlpUrl());
                Fleet fleet = new Fleet(folder)) {
            prometheus.start();
            collector.start();
            RunningJvm member = fleet.join(
                    Fleet.jvm()
                            .withAgent("report=off,prometheus.port=" + port + ",otlp.url=" + collector.otlpUrl()
                                    + ",otlp.step=200ms,slow=" + Member.SLOW_MILLIS + "ms,probes="
                                    + Member.class.getName() + "#hold"),
                    "agent");
            Fleet.record(member, 1, 5);
            Fleet.order(member, "hold");
            for (String job : JOBS) {
                awaitScrapes(prometheus, "probe_duration_calls_total{probe=\"work\",outcome=\"error\"," + job + '}');
                awaitScrapes(prometheus, "probe_slow_calls_total" + held(job));
            }
            Fleet.order(member, "fail");
            Fleet.order(member, "hold long");
            for (String job : JOBS) {
                String errors = "{probe=\"work\",outcome=\"error\"," + job + "}[1h]";
                awaitOne(prometheus, "increase(probe_duration_calls_total" + errors + ')');
                awaitOne(prometheus, "histogram_count(increase(probe_duration_seconds" + errors + "))");
                awaitOne(prometheus, "increase(probe_slow_calls_total" + held(job) + "[1h])");
            }
        }
    }

    private static String held(String job) {
        return "{probe=\"Member.hold\",outcome=\"ok\"," + job + '}';
    }

    private static void awaitScrapes(Prometheus prometheus, String series) {
        String seen = "count_over_time(" + series + "[1h])";
        prometheus.await(SCRAPES + " times " + series, () -> prometheus.number(seen) >= SCRAPES);
    }

    private static void awaitOne(Prometheus prometheus, String increase) {
        prometheus.await(increase + " is 1", () -> {
            double gained = prometheus.number(increase);
            return gained > LEAST && gained < MOST;
        });
    }
}
