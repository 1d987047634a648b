package org.latencyprobes.agent.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.LateProbe;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of an agent whose jar is overwritten in its place, as {@code cp} does, while it is at work. */
@Tag("full")
final class OverwrittenJarIT {

    @TempDir
    private Path folder;

    private Path jar;

    @BeforeEach
    void copy() throws IOException {
        jar = Files.copy(ForkedJvm.AGENT, folder.resolve("copy.jar"));
    }

    private RunningJvm start(String options) {
        return ForkedJvm.of(LateProbe.class)
                .withoutAnnotations()
                .flags("-javaagent:" + jar + options)
                .start()
                .awaitText("ready");
    }

    /** Into the file that is open, by others. */
    private void overwrite() throws IOException {
        Files.write(jar, new byte[1 << 20]);
    }

    @Test
    void itGoesOnAnswersAndReportsAtTheEnd() throws IOException {
        RunningJvm jvm = start("=report=stderr").order("call");
        overwrite();
        AgentClient client = AgentClient.to(jvm);
        jvm.order("call");
        assertThat(client.ask("probes").count("late")).isEqualTo(2);
        client.ask("mode", "counted", "late");
        client.ask("explain", "..LateProbe$Later#called");
        JvmResult result = jvm.tellToEnd().expectExit(0);
        assertThat(result.report().count("late")).isEqualTo(2);
        assertThat(result.stderr()).doesNotContain("NoClassDefFoundError");
    }

    @Test
    void itCanBeDetached() throws IOException {
        try (RunningJvm jvm = start("=report=off").order("call")) {
            overwrite();
            assertThat(AgentClient.to(jvm).ask("detach").sentences()).containsExactly("detached: 1 class restored");
        }
    }

    @Test
    void whereItHasMetNoProbeOneLineSaysWhy() throws IOException {
        RunningJvm jvm = start("");
        overwrite();
        JvmResult result = jvm.order("call").tellToEnd().expectExit(0);
        assertThat(result.stderr().lines())
                .filteredOn(line -> !line.contains("no command reaches this agent")) // where this took 10 s
                .containsExactly(
                        "latency-probes: no class was woven, since the agent could not begin: the agent's jar is"
                                + " broken, or was overwritten while it was in use: restart the JVM to have the agent"
                                + " back");
    }
}
