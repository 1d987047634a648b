package org.latencyprobes.agent.async;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.async.QueuedVirtualThreads;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of what is told of virtual threads that wait for a carrier. */
@Tag("full")
@Tag("each-jdk")
final class CarriersIT {

    private static final String OURS = "org.latencyprobes.agent.scheduler.";

    @TempDir
    private Path folder;

    private RunningJvm jvm() {
        return ForkedJvm.of(QueuedVirtualThreads.class)
                .flags(
                        "-Djdk.virtualThreadScheduler.parallelism=1",
                        "-Djdk.virtualThreadScheduler.maxPoolSize=1",
                        "-Xlog:class+load:file=" + log())
                .withAgent("report=stdout")
                .start()
                .awaitText("ready");
    }

    private Path log() {
        return folder.resolve("classes.log");
    }

    private static List<Map<String, String>> told(AgentClient client, String since) {
        return client.ask("report", since, "causes").tables().getOrDefault("virtualThreads", List.of());
    }

    private static long waiting(List<Map<String, String>> rows) {
        return rows.isEmpty() ? 0 : Long.parseLong(rows.get(0).get("waiting"));
    }

    @Test
    @EnabledForJreRange(minVersion = 24, disabledReason = "earlier JDKs do not show the queue")
    void virtualThreadsBeyondTheCarriersAreToldToWait() throws IOException {
        try (RunningJvm jvm = jvm()) {
            AgentClient client = AgentClient.to(jvm);
            jvm.order("spin");
            jvm.await("waits", () -> waiting(told(client, "start")) > 0);
            client.ask("mark", "later");
            jvm.await("waits since", () -> waiting(told(client, "later")) > 0);
            long later = waiting(told(client, "later"));
            assertThat(waiting(told(client, "start"))).isGreaterThan(later);
            assertThat(Long.parseLong(told(client, "start").get(0).get("mostQueued")))
                    .isBetween(1L, 8L);
            assertThat(waiting(client.ask("status").tables().getOrDefault("virtualThreads", List.of())))
                    .isPositive();
            JsonNode json = CommandLine.done("report", jvm.pid(), "--causes");
            assertThat(json.path("virtualThreads").path(0).path("samples").asInt())
                    .isPositive();
            assertThat(jvm.tellToEnd().expectExit(0).stdout())
                    .containsPattern(
                            "\nvirtual threads waited for a carrier in \\d+ % of [0-9,]+ samples \\(up to [1-8] queued\\)\n");
        }
    }

    @Test
    void nothingIsToldOrLoadedBeforeVirtualThreadsCallAProbe() throws IOException {
        try (RunningJvm jvm = jvm()) {
            AgentClient client = AgentClient.to(jvm);
            jvm.order("call");
            awaitALook(jvm, client);
            assertThat(told(client, "start")).isEmpty();
            assertThat(client.ask("status").tables()).doesNotContainKey("virtualThreads");
            assertThat(jvm.tellToEnd().expectExit(0).stdout()).doesNotContain("carrier");
        }
        assertThat(Files.readString(log())).doesNotContain(OURS + "SchedulerWatch");
    }

    /** Disturbances are looked for just before virtual threads are. */
    private static void awaitALook(RunningJvm jvm, AgentClient client) {
        jvm.await(
                "a look",
                () -> client.ask("status").table("status").stream()
                        .anyMatch(row -> row.containsValue("compileTimeSource")));
    }
}
