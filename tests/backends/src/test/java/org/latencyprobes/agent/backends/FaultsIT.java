package org.latencyprobes.agent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.MetricRegistry;
import com.codahale.metrics.graphite.GraphiteReporter;
import io.micrometer.graphite.GraphiteMeterRegistry;
import io.micrometer.influx.InfluxMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * Every fault that has a meaning for a kind of backend, each for ten publish periods, before a JVM that works on with the agent's backend of
 * that kind; see {@link FaultRun}. The server is absent when the JVM starts.
 *
 * <p>When all is well again, backends that are sent totals have every call, and those that are sent differences every call but those that the
 * agent says were lost, exactly.
 *
 * <p>Without a meaning are: faults of answers for carbon and StatsD, which never answer; connections for StatsD over UDP; what a server
 * does and its name for scrapes, whose faults are the scraper's: see {@link ScrapeFaultsIT}.
 */
@Execution(ExecutionMode.CONCURRENT)
@Tag("full")
final class FaultsIT {

    private static final String NAME = "backend.test";
    private static final long MOST_MORE_HEAP_BYTES = 1 << 20;

    /** For the JIT, which compiles what faults call for the first time, and for exceptions. */
    private static final double MOST_MORE_CORES = 0.25;

    private static final int SHORT_MILLIS = 200;
    private static final int GRAPHITE_MILLIS = 1_000; // there is no shorter one
    private static final String STATSD = "statsd.host=" + NAME
            + ",statsd.flavor=etsy,statsd.pollingFrequency=200ms,statsd.maxPacketLength=60000,statsd.port=";

    @TempDir
    private Path folder;

    private Fleet fleet;
    private RunningJvm member;
    private FaultRun run;

    @BeforeEach
    void makeFleet() {
        fleet = new Fleet(folder);
    }

    @AfterEach
    void endFleet() {
        fleet.close();
    }

    @Test
    void otlpDisturbsNothingAndLosesNothing() throws Exception {
        try (Prometheus prometheus = new Prometheus(folder.resolve("prometheus"));
                Collector collector = new Collector(folder.resolve("collector"), prometheus.otlpUrl());
                FaultyProxy proxy =
                        new FaultyProxy(URI.create(collector.otlpUrl()).getPort())) {
            prometheus.start();
            collector.start();
            proxy.set(Fault.ABSENT);
            start(
                    SHORT_MILLIS,
                    "otlp.url=http://" + NAME + ":" + proxy.port()
                            + "/v1/metrics,otlp.step=200ms,otlp.connectTimeout=500ms,otlp.readTimeout=500ms");
            String count = "histogram_count(sum(probe_duration_seconds))";
            run.under("absent-at-start");
            proxy.set(Fault.NONE);
            await(() -> assertThat(prometheus.number(count)).isEqualTo(run.calls()));
            undergoFaultsOfAnswers(proxy, collector, () -> (long) prometheus.number(count));
            run.assertUndisturbed();
            prometheus.await(count, run.calls());
            assertThat(lost("otlp")).isZero();
        }
    }

    @Test
    void influxDbDisturbsNothingAndLacksWhatIsSaidToBeLost() throws Exception {
        try (Influx influx = new Influx(folder.resolve("influx"));
                FaultyProxy proxy = new FaultyProxy(influx.port())) {
            influx.start();
            proxy.set(Fault.ABSENT);
            start(
                    SHORT_MILLIS,
                    named("influx", InfluxMeterRegistry.class) + ",influx.db=probes,influx.uri=http://" + NAME + ":"
                            + proxy.port() + ",influx.step=200ms");
            run.under("absent-at-start");
            proxy.set(Fault.NONE);
            await(() -> assertThat(counted(influx)).isEqualTo(run.calls() - lost("influx")));
            long unanswered = undergoFaultsOfAnswers(proxy, influx, () -> counted(influx));
            await(() -> assertThat(counted(influx)).isEqualTo(run.calls() - lost("influx") + unanswered));
            run.assertUndisturbed();
            assertThat(lost("influx")).isGreaterThan(unanswered);
            assertThat(fleet.leave().messages())
                    .last()
                    .asString()
                    .matches("backend influx is back, .*; calls lost: \\d+");
        }
    }

    /** How many calls InfluxDB took from requests that it did not answer in time, so that they are said to be lost. */
    private long undergoFaultsOfAnswers(FaultyProxy proxy, Daemon server, Callable<Long> counted) throws Exception {
        run.faultFree();
        proxy.setBetweenRequests(Fault.ERROR);
        run.under("answers-500");
        long before = counted.call();
        runUnder(proxy, Fault.SLOW, "slow-by-30-s");
        await(() -> assertThat(counted.call()).isGreaterThan(before));
        runUnder(proxy, Fault.GARBAGE, "answers-garbage");
        long unanswered = counted.call() - before;
        runUnder(proxy, Fault.SILENT, "never-answers");
        runUnder(proxy, Fault.RESET, "reset-mid-body");
        proxy.set(Fault.NONE);
        run.faultFree();
        proxy.setBetweenRequests(Fault.ABSENT);
        server.kill();
        run.under("killed");
        server.start();
        proxy.set(Fault.NONE);
        run.faultFree();
        know(false);
        run.under("unknown");
        know(true);
        run.faultFree();
        return unanswered;
    }

    private void runUnder(FaultyProxy proxy, Fault fault, String name) {
        proxy.set(fault);
        run.under(name);
        assertThat(proxy.connections()).as("%s was met", fault).isPositive();
    }

    private static long counted(Influx influx) throws IOException {
        return Math.round(influx.sum("probe_duration_count", "value", "probe = 'work'"));
    }

    @Test
    void graphiteDisturbsNothingAndLosesNothing() throws IOException {
        try (Carbon carbon = new Carbon(folder.resolve("carbon"));
                FaultyProxy proxy = new FaultyProxy(carbon.picklePort())) {
            carbon.start();
            proxy.set(Fault.ABSENT);
            start(
                    GRAPHITE_MILLIS,
                    named("graphite", GraphiteMeterRegistry.class, GraphiteReporter.class, MetricRegistry.class)
                            + ",graphite.step=1s,graphite.host=" + NAME + ",graphite.port=" + proxy.port());
            run.under("absent-at-start");
            proxy.set(Fault.NONE);
            run.faultFree();
            CountsIT.awaitLast(carbon, (int) run.calls());
            runUnder(proxy, Fault.SILENT, "never-reads");
            runUnder(proxy, Fault.RESET, "reset");
            proxy.set(Fault.ABSENT);
            carbon.kill();
            run.under("killed");
            carbon.start();
            know(false);
            proxy.set(Fault.NONE);
            run.under("unknown");
            know(true);
            run.faultFree();
            run.assertUndisturbed();
            CountsIT.awaitLast(carbon, (int) run.calls());
            assertThat(lost("graphite")).isZero();
        }
    }

    @Test
    void statsdOverUdpDisturbsNothingAndLacksWhatIsSaidToBeLost() throws IOException {
        try (StatsdSocket statsd = new StatsdSocket()) {
            start(SHORT_MILLIS, STATSD + statsd.port());
            undergoAbsence(statsd);
            run.assertUndisturbed();
        }
    }

    @Test
    void statsdOverTcpDisturbsNothingAndLacksWhatIsSaidToBeLost() throws IOException {
        try (StatsdTcp statsd = new StatsdTcp()) {
            start(SHORT_MILLIS, STATSD + statsd.port() + ",statsd.protocol=TCP");
            undergoAbsence(statsd);
            long lost = lost("statsd");
            statsd.reads(false);
            run.under("never-reads");
            statsd.reads(true);
            awaitStatsd(statsd);
            assertThat(lost("statsd")).isEqualTo(lost);
            statsd.resets(true);
            run.under("reset");
            statsd.resets(false);
            awaitStatsd(statsd);
            assertThat(lost("statsd")).isGreaterThan(lost);
            run.assertUndisturbed();
        }
    }

    private void undergoAbsence(StatsdServer statsd) throws IOException {
        run.under("absent-at-start");
        statsd.start();
        awaitStatsd(statsd);
        run.faultFree();
        statsd.stopBetweenPackets();
        run.under("killed");
        statsd.start();
        awaitStatsd(statsd);
        run.faultFree();
        know(false);
        statsd.stopBetweenPackets();
        statsd.start();
        run.under("unknown");
        know(true);
        awaitStatsd(statsd);
        run.faultFree();
        awaitStatsd(statsd);
    }

    private void awaitStatsd(StatsdServer statsd) {
        statsd.awaitMore();
        await(() -> assertThat(statsd.sum("probeDurationCount.*work")).isEqualTo(run.calls() - lost("statsd")));
    }

    private static void await(ThrowingRunnable shown) {
        Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(shown);
    }

    /** What the agent says. */
    private long lost(String backend) {
        return Long.parseLong(AgentClient.to(member).ask("status").cell("backends", backend, "lost"));
    }

    /** Options for a registry of Micrometer's whose jars are put into a folder. */
    private String named(String name, Class<?>... jars) throws IOException {
        Path home = Files.createDirectories(folder.resolve("jars").resolve(name));
        for (Class<?> type : jars) {
            Path jar = ForkedJvm.homeOf(type);
            Files.copy(jar, home.resolve(jar.getFileName()));
        }
        return "backends=" + name + ",backends.folder=" + home.getParent();
    }

    /**
     * Starts the application, while no backend is there. It looks the backend's name up in a file, each time anew, so that the test can make it
     * unknown.
     */
    private void start(int periodMillis, String options) throws IOException {
        know(true);
        Path security = Files.writeString(folder.resolve("security"), "networkaddress.cache.negative.ttl=0\n");
        ForkedJvm jvm = Fleet.jvm()
                .flags(
                        "-Djdk.net.hosts.file=" + names(),
                        "-Dsun.net.inetaddr.ttl=0",
                        "-Djava.security.properties=" + security)
                .withAgent("report=off,jitter=off," + options);
        member = fleet.join(jvm, "agent");
        run = new FaultRun(member, periodMillis, MOST_MORE_HEAP_BYTES, MOST_MORE_CORES);
    }

    private Path names() {
        return folder.resolve("names");
    }

    private void know(boolean isKnown) throws IOException {
        Files.writeString(names(), isKnown ? Daemon.HOST + " " + NAME + "\n" : "");
    }
}
