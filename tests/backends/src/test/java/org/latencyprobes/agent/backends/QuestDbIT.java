package org.latencyprobes.agent.backends;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.influx.InfluxMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.latencyprobes.agent.backends.daemon.Daemon;
import org.latencyprobes.agent.backends.daemon.QuestDb;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** One real server that needs no installation: the built agent sends to QuestDB what an application without a registry records. */
@Execution(ExecutionMode.CONCURRENT)
@Tag("full")
final class QuestDbIT {

    private static final int CALLS = 10_007;

    @TempDir
    private Path folder;

    @Test
    void everyCallArrivesOnceAlsoTheLastAtExit() throws IOException {
        try (QuestDb server = new QuestDb(folder.resolve("questdb"));
                Fleet fleet = new Fleet(folder)) {
            server.start();
            ForkedJvm jvm = Fleet.jvm()
                    .withAgent(
                            "report=off,backends=influx,backends.folder=" + registries() + ",influx.uri=" + server.url()
                                    + ",influx.autoCreateDb=false,influx.compressed=false,influx.step=500ms,influx.readTimeout=5m");
            RunningJvm member = fleet.join(jvm, "agent");
            for (int round = 1; round <= 2; round++) {
                Fleet.record(member, round, CALLS);
                awaitCount(server, round * CALLS);
            }
            Fleet.record(member, 3, CALLS);
            assertThat(fleet.leave().messages()).isEmpty();
            awaitCount(server, 3 * CALLS);
            double sumSeconds = fleet.raw().sumSeconds();
            server.await(
                    "the sum, which is in a table of its own",
                    () -> CountsIT.isClose(
                            server.number("select sum(value) from probe_duration_sum where probe = 'work'") / 1e9,
                            sumSeconds));
        }
    }

    private static void awaitCount(QuestDb server, int count) {
        server.await(
                count + " calls in QuestDB",
                () -> server.number("select sum(value) from probe_duration_count where probe = 'work'") == count);
    }

    private Path registries() throws IOException {
        Path jar = ForkedJvm.homeOf(InfluxMeterRegistry.class);
        Path jars = Files.createDirectories(folder.resolve("registries"));
        Files.copy(jar, Daemon.made(jars.resolve("influx")).resolve(jar.getFileName()));
        return jars;
    }
}
