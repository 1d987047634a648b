package org.latencyprobes.agent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * Every fault of a backend, each held for ten publishes and more, before a JVM that works on: compared with the same JVM's work
 * without a fault.
 *
 * <p>The server is absent when the JVM starts. Then come all kinds of {@link Fault}, and a name that is no longer known. When all is
 * well again, backends that are sent totals have every call; those that are sent differences have every call but those of publishes
 * that failed. Carbon never answers, so that faults of answers cannot happen to it.
 */
@Execution(ExecutionMode.CONCURRENT)
final class FaultsIT {

    private static final int PERIODS = 10;
    private static final int WARM_UP_MILLIS = 3_000;
    private static final int CALLS = 5_000;

    private static final String NAME = "backend.test";

    @TempDir
    private Path folder;

    private Path names;
    private RunningJvm member;

    @Test
    void otlpDisturbsNothingAndLosesNothing() throws IOException {
        try (Prometheus prometheus = new Prometheus(folder.resolve("prometheus"));
                Collector collector = new Collector(folder.resolve("collector"), prometheus.otlpUrl());
                FaultyProxy proxy =
                        new FaultyProxy(URI.create(collector.otlpUrl()).getPort());
                Fleet fleet = new Fleet(folder)) {
            prometheus.start();
            collector.start();
            start(
                    fleet,
                    proxy,
                    "otlp",
                    "otlp.url=http://" + NAME + ":" + proxy.port() + "/v1/metrics",
                    "otlp.step=200ms",
                    "otlp.resourceAttributes=service.name=faults,service.instance.id=1");
            String count = "histogram_count(sum(probe_duration_seconds))";
            long calls = undergo(
                    proxy,
                    List.of(Fault.values()),
                    200,
                    () -> assertThat(prometheus.number(count)).isPositive());
            prometheus.await(count, calls);
        }
    }

    @Test
    void carbonDisturbsNothingAndLosesNothing() throws IOException {
        try (Carbon carbon = new Carbon(folder.resolve("carbon"));
                FaultyProxy proxy = new FaultyProxy(carbon.picklePort());
                Fleet fleet = new Fleet(folder)) {
            carbon.start();
            start(
                    fleet,
                    proxy,
                    "graphite",
                    "graphite.host=" + NAME,
                    "graphite.port=" + proxy.port(),
                    "graphite.step=1s"); // there is no shorter one
            List<Fault> faults = List.of(Fault.ABSENT, Fault.SILENT, Fault.RESET);
            long calls = undergo(
                    proxy,
                    faults,
                    1000,
                    () -> assertThat(CountsIT.last(carbon, CountsIT.CARBON_COUNT))
                            .isPositive());
            CountsIT.awaitLast(carbon, (int) calls);
        }
    }

    @Test
    void influxDbDisturbsNothingAndLosesOnlyFailedPublishes() throws IOException {
        try (Influx influx = new Influx(folder.resolve("influx"));
                FaultyProxy proxy = new FaultyProxy(influx.port());
                Fleet fleet = new Fleet(folder)) {
            influx.start();
            start(
                    fleet,
                    proxy,
                    "influx",
                    "influx.uri=http://" + NAME + ":" + proxy.port(),
                    "influx.db=probes",
                    "influx.step=200ms",
                    "influx.connectTimeout=300ms",
                    "influx.readTimeout=300ms");
            long calls = undergo(
                    proxy,
                    List.of(Fault.values()),
                    200,
                    () -> assertThat(counted(influx)).isPositive());
            double before = counted(influx);
            Fleet.record(member, 1, CALLS);
            influx.await("what came after the faults", () -> counted(influx) >= before + CALLS);
            fleet.leave();
            double lost = calls + CALLS - counted(influx);
            System.out.printf("InfluxDB lacks %.0f of %d calls%n", lost, calls + CALLS);
            assertThat(lost).isBetween(1.0, (double) calls); // of each failed publish its calls
        }
    }

    private static double counted(Influx influx) throws IOException {
        return influx.sum("probe_duration_count", "value", "probe = 'work'");
    }

    /** While nobody listens. It looks the backend's name up in a file, so that the test can make it unknown. */
    private void start(Fleet fleet, FaultyProxy proxy, String kind, String... keys) throws IOException {
        names = folder.resolve("names");
        know(true);
        proxy.set(Fault.ABSENT);
        member = fleet.join(Fleet.jvm().flags("-Djdk.net.hosts.file=" + names, "-Dsun.net.inetaddr.ttl=0"), kind, keys);
    }

    private void know(boolean isKnown) throws IOException {
        Files.writeString(names, isKnown ? Daemon.HOST + " " + NAME + "\n" : "");
    }

    /** How many calls were made. */
    private long undergo(FaultyProxy proxy, List<Fault> faults, int periodMillis, ThrowingRunnable received)
            throws IOException {
        long millis = PERIODS * periodMillis;
        long calls = Phase.of(member, "absent-at-start", Math.max(WARM_UP_MILLIS, millis))
                .calls();
        proxy.set(Fault.NONE);
        Phase faultFree = Phase.of(member, "fault-free", WARM_UP_MILLIS);
        calls += faultFree.calls();
        Awaitility.await("arrival").atMost(Duration.ofSeconds(30)).untilAsserted(received);
        for (Fault fault : faults) {
            proxy.set(fault);
            calls += undergo(fault.name(), millis, faultFree);
            member.await(fault + " met", () -> fault == Fault.ABSENT || proxy.connections() > 0);
        }
        know(false);
        proxy.set(Fault.NONE); // cuts what is connected
        calls += undergo("UNKNOWN", millis, faultFree);
        proxy.set(Fault.NONE);
        know(true);
        member.await("return", () -> proxy.connections() > 0); // the JDK remembers for 10 s that a name is unknown
        return calls;
    }

    private long undergo(String name, long millis, Phase faultFree) {
        Phase phase = Phase.of(member, name, millis);
        phase.assertUndisturbed(faultFree);
        return phase.calls();
    }
}
