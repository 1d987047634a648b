package org.latencyprobes.agent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.latencyprobes.agent.backends.daemon.Collector;
import org.latencyprobes.agent.backends.daemon.Daemon;
import org.latencyprobes.agent.backends.daemon.Prometheus;
import org.latencyprobes.agent.backends.daemon.StatsdSocket;
import org.latencyprobes.agent.backends.daemon.Web;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.InstalledPrograms;
import org.latencyprobes.agent.kit.Ports;
import org.latencyprobes.agent.kit.RunningJvm;

/** The agent's own backends, all at once, from an application that has no registry; its servers restarted and the JVM too. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("full")
final class AgentIT {

    private static final int CALLS = 10_007;
    private static final String COUNT = "histogram_count(sum(probe_duration_seconds{probe=\"work\",job%s\"scraped\"}))";
    private static final String SCRAPED = String.format(COUNT, "=");
    private static final String PUSHED = String.format(COUNT, "!=");

    @TempDir
    private Path folder;

    @Test
    void everyCallArrivesAtEveryBackend() throws Exception {
        int port = Ports.free();
        try (Prometheus prometheus = new Prometheus(folder.resolve("prometheus"), port);
                Collector collector = new Collector(folder.resolve("collector"), prometheus.otlpUrl());
                StatsdSocket statsd = new StatsdSocket();
                Fleet fleet = new Fleet(folder)) {
            prometheus.start();
            collector.start();
            statsd.start();
            ForkedJvm jvm = Fleet.jvm()
                    .withAgent("report=off,prometheus.port=" + port + ",otlp.url=" + collector.otlpUrl()
                            + ",otlp.step=200ms,statsd.host=" + Daemon.HOST + ",statsd.port=" + statsd.port()
                            + ",statsd.flavor=etsy,statsd.pollingFrequency=200ms");
            RunningJvm member = fleet.join(jvm, "agent");
            Fleet.record(member, 1, CALLS);
            awaitEverywhere(prometheus, statsd, CALLS);
            assertThatPromtoolIsContent(port);
            collector.stop();
            prometheus.stop();
            statsd.stop();
            awaitState(member, "failing");
            prometheus.start();
            collector.start();
            statsd.start();
            awaitState(member, "open");
            Fleet.record(member, 2, CALLS);
            awaitEverywhere(prometheus, statsd, 2 * CALLS);
            Fleet.record(member, 3, CALLS);
            assertThat(fleet.leave().messages())
                    .anyMatch(said -> said.matches("backend otlp is back, after \\d+ failures? in all"))
                    .anyMatch(said -> said.matches("backend statsd is back, after \\d+ failures? in all.*"));
            prometheus.await(PUSHED, 3 * CALLS);
        }
    }

    private static void awaitEverywhere(Prometheus prometheus, StatsdSocket statsd, int count) {
        prometheus.await(SCRAPED, count);
        prometheus.await(PUSHED, count);
        statsd.awaitSum("probeDurationCount.*work", () -> count);
    }

    /** Of both that send by themselves. */
    private static void awaitState(RunningJvm member, String state) {
        AgentClient agent = AgentClient.to(member);
        for (String backend : new String[] {"otlp", "statsd"}) {
            member.await(
                    backend + " is " + state,
                    () -> agent.backend(backend, "state").equals(state));
        }
    }

    /** What Prometheus's own linter says about a scrape: nothing. */
    static void assertThatPromtoolIsContent(int port) throws IOException, InterruptedException {
        Path scrape = Files.createTempFile("scrape", ".txt");
        Files.writeString(scrape, Web.text("http://" + Daemon.HOST + ":" + port + "/metrics"));
        Process promtool = new ProcessBuilder(
                        InstalledPrograms.program("promtool").toString(), "check", "metrics")
                .redirectInput(scrape.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        Files.delete(scrape);
        assertThat(said).isEmpty();
        assertThat(promtool.waitFor()).isZero();
    }
}
