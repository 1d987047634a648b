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
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.latencyprobes.agent.backends.daemon.Carbon;
import org.latencyprobes.agent.backends.daemon.Collector;
import org.latencyprobes.agent.backends.daemon.Daemon;
import org.latencyprobes.agent.backends.daemon.Influx;
import org.latencyprobes.agent.backends.daemon.Prometheus;
import org.latencyprobes.agent.backends.daemon.StatsdServer;
import org.latencyprobes.agent.backends.daemon.StatsdSocket;
import org.latencyprobes.agent.backends.daemon.StatsdTcp;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/**
 * Every fault that has a meaning for a kind of backend, each until the agent has met it, before a JVM that works on with the agent's
 * backend of that kind; see {@link FaultRun}. The server is absent when the JVM starts.
 *
 * <p>When all is well again, backends that are sent totals have every call, and those that are sent differences every call but those that
 * the agent says were lost, exactly.
 *
 * <p>Without a meaning are: faults of answers for carbon and StatsD, which never answer; connections for StatsD over UDP; what a server
 * does and its name for scrapes, whose faults are the scraper's: see {@link ScrapeFaultsIT}.
 */
@Execution(ExecutionMode.CONCURRENT)
@Tag("full")
final class FaultsIT {

    private static final String NAME = "backend.test";
    private static final long MOST_MORE_HEAP_BYTES = 1 << 20;

    /** How often the agent meets a fault, or publishes without one. */
    private static final int TIMES = 3;

    private static final int PERIOD_MILLIS = 200;
    private static final int GRAPHITE_PERIOD_MILLIS = 1_000; // there is no shorter one
    private static final String STATSD = "statsd.host=" + NAME
            + ",statsd.flavor=etsy,statsd.pollingFrequency=200ms,statsd.maxPacketLength=60000,statsd.port=";

    @TempDir
    private Path folder;

    private Fleet fleet;
    private RunningJvm member;
    private String backend;
    private FaultRun run;
    private long beganNanos;

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
                    "otlp",
                    "otlp.url=http://" + NAME + ":" + proxy.port()
                            + "/v1/metrics,otlp.step=200ms,otlp.connectTimeout=500ms,otlp.readTimeout=500ms");
            String count = "histogram_count(sum(probe_duration_seconds))";
            run.under("absent-at-start", grows("failed"));
            proxy.set(Fault.NONE);
            prometheus.await(count, run.calls());
            undergoFaultsOfAnswers(proxy, collector, () -> (long) prometheus.number(count));
            assertUndisturbed(PERIOD_MILLIS, requests());
            prometheus.await(count, run.calls());
            assertThat(lost()).isZero();
        }
    }

    @Test
    void influxDbDisturbsNothingAndLacksWhatIsSaidToBeLost() throws Exception {
        try (Influx influx = new Influx(folder.resolve("influx"));
                FaultyProxy proxy = new FaultyProxy(influx.port())) {
            influx.start();
            proxy.set(Fault.ABSENT);
            start(
                    "influx",
                    named("influx", InfluxMeterRegistry.class) + ",influx.db=probes,influx.uri=http://" + NAME + ":"
                            + proxy.port() + ",influx.step=200ms,influx.readTimeout=5m");
            run.under("absent-at-start", grows("failed"));
            proxy.set(Fault.NONE);
            influx.await("all that is not lost", () -> counted(influx) == run.calls() - lost());
            long unanswered = undergoFaultsOfAnswers(proxy, influx, () -> counted(influx));
            influx.await("all that is not lost", () -> counted(influx) == run.calls() - lost() + unanswered);
            assertUndisturbed(PERIOD_MILLIS, requests());
            assertThat(lost()).isGreaterThan(unanswered);
            assertThat(fleet.leave().messages())
                    .last()
                    .asString()
                    .matches("backend influx is back, .*; calls lost: \\d+");
        }
    }

    /** How many calls InfluxDB took from requests that it did not answer in time, so that they are said to be lost. */
    private long undergoFaultsOfAnswers(FaultyProxy proxy, Daemon server, Callable<Long> counted) throws Exception {
        run.faultFree(grows("published"));
        proxy.setBetweenRequests(Fault.ERROR);
        run.under("answers-500", grows("failed"));
        long before = counted.call();
        proxy.set(Fault.SLOW);
        run.under("slow-by-30-s", () -> proxy.connections() > 0 && counted.call() > before);
        proxy.set(Fault.GARBAGE);
        run.under("answers-garbage", grows("failed"));
        proxy.set(Fault.SILENT);
        run.under("never-answers", () -> proxy.connections() > 0);
        proxy.set(Fault.RESET);
        run.under("reset-mid-body", grows("failed"));
        long unanswered = counted.call() - before;
        proxy.set(Fault.NONE);
        run.faultFree(grows("published"));
        proxy.setBetweenRequests(Fault.ABSENT);
        server.kill();
        run.under("killed", grows("failed"));
        server.start();
        proxy.set(Fault.NONE);
        run.faultFree(grows("published"));
        know(false);
        run.under("unknown", this::isSaidToBeUnknown);
        know(true);
        run.faultFree(grows("published"));
        return unanswered;
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
                    "graphite",
                    named("graphite", GraphiteMeterRegistry.class, GraphiteReporter.class, MetricRegistry.class)
                            + ",graphite.step=1s,graphite.host=" + NAME + ",graphite.port=" + proxy.port());
            run.under("absent-at-start", grows("failed"));
            proxy.set(Fault.NONE);
            run.faultFree(grows("published"));
            CountsIT.awaitLast(carbon, (int) run.calls());
            proxy.set(Fault.SILENT);
            run.under("never-reads", () -> proxy.connections() > 0);
            proxy.set(Fault.RESET);
            run.under("reset", () -> proxy.connections() > 1);
            proxy.set(Fault.ABSENT);
            carbon.kill();
            run.under("killed", grows("failed"));
            carbon.start();
            know(false);
            proxy.set(Fault.NONE);
            run.under("unknown", this::isSaidToBeUnknown);
            know(true);
            run.faultFree(grows("published"));
            assertUndisturbed(GRAPHITE_PERIOD_MILLIS, number("failed")); // its registry tells nothing of success
            CountsIT.awaitLast(carbon, (int) run.calls());
            assertThat(lost()).isZero();
        }
    }

    @Test
    void statsdOverUdpDisturbsNothingAndLacksWhatIsSaidToBeLost() throws IOException {
        try (StatsdSocket statsd = new StatsdSocket()) {
            start("statsd", STATSD + statsd.port());
            undergoAbsence(statsd);
            assertUndisturbed(PERIOD_MILLIS, requests());
        }
    }

    @Test
    void statsdOverTcpDisturbsNothingAndLacksWhatIsSaidToBeLost() throws IOException {
        try (StatsdTcp statsd = new StatsdTcp()) {
            start("statsd", STATSD + statsd.port() + ",statsd.protocol=TCP");
            undergoAbsence(statsd);
            long lost = lost();
            statsd.reads(false);
            run.under("never-reads", grows("published"));
            statsd.reads(true);
            awaitAll(statsd);
            assertThat(lost()).isEqualTo(lost);
            for (int reset = 1; lost() == lost; reset++) { // again if nobody had called in what was sent next
                statsd.reset();
                run.under("reset-" + reset, grows("failed"));
                awaitAll(statsd);
            }
            assertUndisturbed(PERIOD_MILLIS, requests());
        }
    }

    /** The server goes when all is there, so that no call is on its way that the sender takes for arrived. */
    private void undergoAbsence(StatsdServer statsd) throws IOException {
        run.under("absent-at-start", grows("failed"));
        statsd.start();
        run.faultFree(grows("published"));
        awaitAll(statsd);
        statsd.stop();
        run.under("killed", grows("failed"));
        statsd.start();
        run.faultFree(grows("published"));
        awaitAll(statsd);
        know(false);
        statsd.stop();
        member.await("a failure", grows("failed"));
        statsd.start();
        run.under("unknown", this::isSaidToBeUnknown);
        know(true);
        run.faultFree(grows("published"));
        awaitAll(statsd);
    }

    private void awaitAll(StatsdServer statsd) {
        statsd.awaitSum("probeDurationCount.*work", () -> run.calls() - lost());
    }

    private long requests() {
        return number("published") + number("failed");
    }

    private void assertUndisturbed(int periodMillis, long requests) {
        run.assertUndisturbed();
        long periods = (System.nanoTime() - beganNanos) / 1_000_000 / periodMillis;
        assertThat(requests).as("a request or two for each period, well or not").isLessThan(10 + 2 * periods);
    }

    /** Whether a number of the agent's has grown by so many since now. */
    private Callable<Boolean> grows(String column) {
        long before = number(column);
        return () -> number(column) >= before + TIMES;
    }

    private boolean isSaidToBeUnknown() {
        return AgentClient.to(member).backend(backend, "lastError").contains(NAME);
    }

    private long lost() {
        return number("lost");
    }

    private long number(String column) {
        return Long.parseLong(AgentClient.to(member).backend(backend, column));
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
     * Starts the application, while no backend is there. It looks the backend's name up in a file, each time anew, so that the test can
     * make it unknown.
     */
    private void start(String name, String options) throws IOException {
        know(true);
        backend = name;
        beganNanos = System.nanoTime();
        Path security = Files.writeString(folder.resolve("security"), "networkaddress.cache.negative.ttl=0\n");
        ForkedJvm jvm = Fleet.jvm()
                .flags(
                        "-Djdk.net.hosts.file=" + names(),
                        "-Dsun.net.inetaddr.ttl=0",
                        "-Djava.security.properties=" + security)
                .withAgent("report=off,jitter=off," + options);
        member = fleet.join(jvm, "agent");
        run = new FaultRun(member, MOST_MORE_HEAP_BYTES);
    }

    private Path names() {
        return folder.resolve("names");
    }

    private void know(boolean isKnown) throws IOException {
        Files.writeString(names(), isKnown ? Daemon.HOST + " " + NAME + "\n" : "");
    }
}
