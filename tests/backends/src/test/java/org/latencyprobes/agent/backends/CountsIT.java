package org.latencyprobes.agent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.assertj.core.data.Percentage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * Counts and sums in backends without histograms, over several publishes, a restart of the server and one of the JVM.
 *
 * <p>InfluxDB and StatsD are sent what came since the last time: all points together are the total. Carbon is sent totals since the
 * JVM began: the last point is the total, and a restarted JVM begins again.
 */
@Execution(ExecutionMode.CONCURRENT)
@Tag("full")
final class CountsIT {

    /** The series of counts, as carbon names the file. */
    static final String CARBON_COUNT = "probe_DOT_duration_DOT_count";

    private static final int CALLS = 10_007;
    private static final Percentage SUM_ERROR = Percentage.withPercentage(0.4);

    @TempDir
    private Path folder;

    @Test
    void influxDbHasEveryCallOnce() throws IOException {
        try (Influx influx = new Influx(folder.resolve("influx"));
                Fleet fleet = new Fleet(folder)) {
            influx.start();
            // Micrometer's own schedule loses the calls of a step that passes without a publish.
            // On a busy machine that happens with steps of half a second.
            String[] keys = {"influx.uri=" + influx.url(), "influx.db=probes", "influx.step=3s"};
            RunningJvm first = fleet.join("influx", keys);
            for (int round = 1; round <= 3; round++) {
                Fleet.record(first, round, CALLS);
                awaitCount(influx, round * CALLS);
            }
            influx.stop();
            influx.start();
            Fleet.record(first, 4, CALLS);
            awaitCount(influx, 4 * CALLS);
            Fleet.record(first, 5, CALLS);
            fleet.leave();
            awaitCount(influx, 5 * CALLS);
            Fleet.record(fleet.join("influx", keys), 6, CALLS);
            awaitCount(influx, 6 * CALLS);
            assertThat(influx.sum("probe_duration_sum", "value", "probe = 'work'") / 1e9)
                    .isCloseTo(fleet.raw().sumSeconds(), SUM_ERROR);
            assertThat(influx.points("probe_duration_count", "value")).isGreaterThanOrEqualTo(6);
        }
    }

    private static void awaitCount(Influx influx, int count) {
        influx.await(
                count + " calls in InfluxDB",
                () -> influx.sum("probe_duration_count", "value", "probe = 'work'") == count);
    }

    @Test
    void carbonHasEveryCallOfTheJvmsLife() throws IOException {
        try (Carbon carbon = new Carbon(folder.resolve("carbon"));
                Fleet fleet = new Fleet(folder)) {
            carbon.start();
            String[] keys = {"graphite.host=" + Daemon.HOST, "graphite.port=" + carbon.picklePort(), "graphite.step=1s"
            };
            RunningJvm first = fleet.join("graphite", keys);
            for (int round = 1; round <= 3; round++) {
                Fleet.record(first, round, CALLS);
                awaitLast(carbon, round * CALLS);
            }
            carbon.stop();
            carbon.start();
            Fleet.record(first, 4, CALLS);
            awaitLast(carbon, 4 * CALLS);
            Raw firstLife = fleet.raw();
            assertThat(last(carbon, "probe_DOT_duration_DOT_sum") / 1e9).isCloseTo(firstLife.sumSeconds(), SUM_ERROR);
            fleet.leave();
            Fleet.record(fleet.join("graphite", keys), 5, CALLS);
            awaitLast(carbon, CALLS);
        }
    }

    static void awaitLast(Carbon carbon, int count) {
        carbon.await(count + " calls in carbon", () -> last(carbon, CARBON_COUNT) == count);
    }

    static double last(Carbon carbon, String name) throws IOException {
        List<Path> series = carbon.series(name, "metricattribute=count", "probe=work");
        if (series.isEmpty()) {
            return Double.NaN;
        }
        assertThat(series).hasSize(1);
        List<Double> points = carbon.points(series.get(0));
        return points.isEmpty() ? Double.NaN : points.get(points.size() - 1);
    }

    @Test
    void aStatsdServerHasEveryCallOnce() {
        try (StatsdSocket statsd = new StatsdSocket();
                Fleet fleet = new Fleet(folder)) {
            statsd.start();
            String[] keys = {
                "statsd.host=" + Daemon.HOST,
                "statsd.port=" + statsd.port(),
                "statsd.flavor=etsy",
                "statsd.pollingFrequency=200ms"
            };
            RunningJvm first = fleet.join("statsd", keys);
            for (int round = 1; round <= 3; round++) {
                Fleet.record(first, round, CALLS);
                awaitCount(statsd, round * CALLS);
            }
            statsd.stop();
            statsd.start();
            Fleet.record(first, 4, CALLS);
            awaitCount(statsd, 4 * CALLS);
            Fleet.record(first, 5, CALLS);
            awaitCount(statsd, 5 * CALLS);
            fleet.leave(); // with nothing left to send: Micrometer's client may send its last lines twice
            Fleet.record(fleet.join("statsd", keys), 6, CALLS);
            awaitCount(statsd, 6 * CALLS);
            double sumSeconds = fleet.raw().sumSeconds();
            Awaitility.await("the sum, which is a line of its own")
                    .atMost(Duration.ofSeconds(60))
                    .untilAsserted(() -> assertThat(statsd.sum("probeDurationSum.*work") / 1e9)
                            .isCloseTo(sumSeconds, SUM_ERROR));
        }
    }

    private static void awaitCount(StatsdSocket statsd, int count) {
        Awaitility.await(count + " calls at the StatsD socket")
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(statsd.sum("probeDurationCount.*work"))
                        .as("%s", statsd.lines("robe"))
                        .isEqualTo(count));
    }
}
