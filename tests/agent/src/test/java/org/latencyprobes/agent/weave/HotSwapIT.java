package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.weave.HotSwapped;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of classes that are redefined while they are probed. */
@Tag("full")
@Tag("each-jdk")
final class HotSwapIT {

    private static final String PATTERN = "..HotSwapped$Target#version";

    @TempDir
    private Path folder;

    private static void assertRuns(RunningJvm jvm, String version) {
        assertThat(jvm.order("call").fact("version")).isEqualTo(version);
    }

    @Test
    void theNewestCodeRunsWhateverTheAgentDoes() throws IOException {
        Path redefining = Jars.jar(
                folder.resolve("redefining.jar"),
                Map.of("Premain-Class", HotSwapped.class.getName(), "Can-Redefine-Classes", "true"));
        try (RunningJvm jvm = ForkedJvm.of(HotSwapped.class)
                .flags("-javaagent:" + redefining)
                .withAgent("report=off,jitter=off,probes=" + PATTERN)
                .start()
                .awaitText("ready")) {
            AgentClient client = AgentClient.to(jvm);
            assertRuns(jvm, "version 1");
            jvm.order("version 2");
            assertRuns(jvm, "version 2");
            client.ask("unprobe", PATTERN);
            assertRuns(jvm, "version 2");
            client.ask("probe", PATTERN);
            long before = client.ask("probes").count("HotSwapped.Target.version");
            assertRuns(jvm, "version 2");
            assertThat(client.ask("probes").count("HotSwapped.Target.version")).isEqualTo(before + 1);
            jvm.order("version 3");
            client.ask("unprobe", PATTERN);
            assertRuns(jvm, "version 3");
            client.ask("probe", PATTERN);
            jvm.order("version 1");
            client.ask("detach");
            assertRuns(jvm, "version 1");
        }
    }
}
