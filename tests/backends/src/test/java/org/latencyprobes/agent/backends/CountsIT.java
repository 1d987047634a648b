package org.latencyprobes.agent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.influx.InfluxMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.latencyprobes.agent.backends.daemon.Carbon;
import org.latencyprobes.agent.backends.daemon.Daemon;
import org.latencyprobes.agent.backends.daemon.Influx;
import org.latencyprobes.agent.backends.daemon.StatsdSocket;
import org.latencyprobes.agent.backends.fixture.Member;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * Counts and sums in backends without histograms, over several publishes, a restart of the server and one of the JVM. The StatsD server
 * is not restarted: whether Micrometer's client sends again is its own affair.
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
    private static final double SUM_ERROR = 0.004;

    @TempDir
    private Path folder;

    @Test
    void influxDbHasEveryCallOnce() throws IOException {
        try (Influx influx = new Influx(folder.resolve("influx"));
                Fleet fleet = new Fleet(folder)) {
            influx.start();
            // Micrometer's own schedule loses the calls of a step that passes without a publish: a step is longer than
            // any pause.
            String[] keys = {
                "influx.uri=" + influx.url(), "influx.db=probes", "influx.step=20s", "influx.readTimeout=5m"
            };
            RunningJvm first = fleet.join("influx", keys);
            Fleet.record(first, 1, CALLS);
            awaitCount(influx, CALLS);
            influx.stop();
            influx.start();
            Fleet.record(first, 2, CALLS);
            awaitCount(influx, 2 * CALLS);
            Fleet.record(first, 3, CALLS);
            fleet.leave();
            awaitCount(influx, 3 * CALLS);
            Fleet.record(fleet.join("influx", keys), 4, CALLS);
            awaitCount(influx, 4 * CALLS);
            double sumSeconds = fleet.raw().sumSeconds();
            influx.await(
                    "the sum, which is a point of its own",
                    () -> isClose(influx.sum("probe_duration_sum", "value", "probe = 'work'") / 1e9, sumSeconds));
            assertThat(influx.points("probe_duration_count", "value"))
                    .as("one of each wait at least")
                    .isGreaterThanOrEqualTo(4);
        }
    }

    @Test
    void influxDbTakesTagsThatWouldBreakALine() throws IOException {
        Path jar = ForkedJvm.homeOf(InfluxMeterRegistry.class);
        Path registries = Files.createDirectories(folder.resolve("registries/influx"));
        Files.copy(jar, registries.resolve(jar.getFileName()));
        try (Influx influx = new Influx(folder.resolve("influx"));
                Fleet fleet = new Fleet(folder)) {
            influx.start();
            ForkedJvm jvm = Fleet.jvm()
                    .withAgent("report=off,backends=influx,backends.folder=" + registries.getParent() + ",influx.uri="
                            + influx.url() + ",influx.db=probes,influx.step=500ms,influx.readTimeout=5m");
            RunningJvm member = fleet.join(jvm, "agent");
            Fleet.order(member, "texts");
            for (int i = 0; i < Member.TEXTS.size(); i++) {
                String number = "number = '" + i + "'";
                influx.await(
                        "the call of the text with " + number,
                        () -> influx.sum("probe_duration_count", "value", number) == 1);
            }
            assertThat(AgentClient.to(member).backend("influx", "failed")).isEqualTo("0");
            assertThat(fleet.leave().messages()).isEmpty();
        }
    }

    /** As close as the width of the buckets lets a sum be. */
    static boolean isClose(double found, double exact) {
        return Math.abs(found / exact - 1) <= SUM_ERROR;
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
            for (int round = 1; round <= 2; round++) {
                Fleet.record(first, round, CALLS);
                awaitLast(carbon, round * CALLS);
            }
            carbon.stop();
            carbon.start();
            Fleet.record(first, 3, CALLS);
            awaitLast(carbon, 3 * CALLS);
            double sumSeconds = fleet.raw().sumSeconds();
            carbon.await(
                    "the sum, which is a file of its own",
                    () -> isClose(last(carbon, "probe_DOT_duration_DOT_sum") / 1e9, sumSeconds));
            fleet.leave();
            Fleet.record(fleet.join("graphite", keys), 4, CALLS);
            awaitLast(carbon, CALLS);
        }
    }

    static void awaitLast(Carbon carbon, int count) {
        carbon.await(count + " calls in carbon", () -> last(carbon, CARBON_COUNT) == count);
    }

    static double last(Carbon carbon, String name) throws IOException {
        List<Path> series = carbon.series(name, "metricattribute=count", "outcome=ok", "probe=work");
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
            statsd.awaitMore(); // Micrometer's client drops what it is given before it is connected
            for (int round = 1; round <= 3; round++) {
                Fleet.record(first, round, CALLS);
                awaitCount(statsd, round * CALLS);
            }
            fleet.leave(); // with nothing left to send: Micrometer's client may send its last lines twice
            RunningJvm second = fleet.join("statsd", keys);
            statsd.awaitMore();
            Fleet.record(second, 4, CALLS);
            awaitCount(statsd, 4 * CALLS);
            double sumSeconds = fleet.raw().sumSeconds();
            Awaitility.await("the sum, which is a line of its own")
                    .atMost(Daemon.LONGEST_WAIT)
                    .until(() -> isClose(statsd.sum("probeDurationSum.*work") / 1e9, sumSeconds));
        }
    }

    private static void awaitCount(StatsdSocket statsd, int count) {
        statsd.awaitSum("probeDurationCount.*work", () -> count);
    }
}
