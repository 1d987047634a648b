package org.latencyprobes.agent.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.latencyprobes.agent.kit.CommandLine.done;
import static org.latencyprobes.agent.kit.CommandLine.messages;
import static org.latencyprobes.agent.kit.CommandLine.rows;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.latencyprobes.agent.fixture.start.NothingMarked;
import org.latencyprobes.agent.kit.AgentSocket;
import org.latencyprobes.agent.kit.CommandLine;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jdk;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of an agent that a JVM was started with, and that has no probe. */
@EnabledOnOs(OS.LINUX)
final class DormantIT {

    private static final String NOTHING_LOADS = "-XX:-EnableDynamicAgentLoading";
    private static final String CALLED = NothingMarked.class.getName() + "#called with accessors";

    private static ForkedJvm jvm(String options) {
        return ForkedJvm.of(NothingMarked.class)
                .quick()
                .withoutAnnotations()
                .flags(NOTHING_LOADS)
                .withAgent(options);
    }

    @Test
    @ResourceLock(CommandLine.ALL_JVMS)
    void itCanBeAskedWhereNothingCanBeLoaded() {
        try (RunningJvm jvm = jvm("report=off").start().awaitText("ready")) {
            Instant ready = Instant.now();
            AgentSocket.of(jvm);
            assertThat(Instant.parse(
                            done("status", jvm.pid()).at("/status/startedAt").asText()))
                    .as("the agent's start, not the first command's")
                    .isBefore(ready);
            jvm.await("the agent in the list", () -> {
                JsonNode listed = rows(done("list"), "jvms", "pid", String.valueOf(jvm.pid()))
                        .get(0);
                return listed.get("agent").asText().equals("0.1.0")
                        && listed.get("remark").asText().isEmpty();
            });
            done("probe", jvm.pid(), CALLED);
            jvm.tell("call").awaitText("the call is over");
            assertThat(done("report", jvm.pid())
                            .get("report")
                            .get(0)
                            .get("count")
                            .asLong())
                    .isEqualTo(1);
            assertThat(messages(done("detach", jvm.pid()))).containsExactly("detached: 1 class restored");
            assertThat(jvm.printed()).doesNotContain("WARNING");
        }
    }

    /** Nor does it have the class in {@code java.lang}, by which what is woven is linked. */
    @Test
    @Tag("full")
    void itSleepsInOneThreadAndWeavesNothing() throws IOException {
        Path log = Files.createTempFile("classes", ".log");
        try (RunningJvm jvm =
                jvm("startup=2s").flags("-Xlog:class+load:file=" + log).start().awaitText("ready")) {
            AgentSocket.of(jvm);
            jvm.await("one thread", () -> threads(jvm).size() == 1);
            assertThat(threads(jvm)).containsExactly("latency-probes-socket");
            assertThat(log).content().doesNotContain("java.lang.LatencyProbesLink", "net.bytebuddy.");
        } finally {
            Files.delete(log);
        }
    }

    private static List<String> threads(RunningJvm jvm) throws IOException {
        return Stream.of(Jdk.tool("jcmd", jvm.pid(), "Thread.print").split("\n"))
                .filter(line -> line.startsWith("\"latency-probes"))
                .map(line -> line.substring(1, line.indexOf('"', 1)))
                .toList();
    }

    /** An application may set its own selector provider in its main method. */
    @Test
    @Tag("full")
    void itOpensNothingWhileTheApplicationStarts() throws IOException {
        Path log = Files.createTempFile("classes", ".log");
        try (RunningJvm jvm =
                jvm("startup=1h").flags("-Xlog:class+load:file=" + log).start().awaitText("ready")) {
            jvm.await("the thread that will open it", () -> threads(jvm).contains("latency-probes-socket-start"));
            assertThat(log)
                    .content()
                    .doesNotContain("sun.nio.ch.DefaultSelectorProvider", ".agent.socket.", ".protocol.socket.");
            assertThat(CommandLine.run("status", jvm.pid()).expectExit(3).stderr())
                    .contains("has no socket now: it opens one some seconds after the start");
        } finally {
            Files.delete(log);
        }
    }

    @Test
    @Tag("full")
    void whereNobodyMayAttachIsSaidThatItWillOpenOne() {
        try (RunningJvm jvm =
                jvm("startup=1h").flags("-XX:+DisableAttachMechanism").start().awaitText("ready")) {
            assertThat(CommandLine.run("status", jvm.pid()).expectExit(3).stderr())
                    .contains("has no socket now: it opens one some seconds after the start")
                    .doesNotContain("-javaagent");
        }
    }
}
