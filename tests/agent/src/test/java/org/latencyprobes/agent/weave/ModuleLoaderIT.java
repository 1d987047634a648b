package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.latencyprobes.agent.fixture.Calls;
import org.latencyprobes.agent.fixture.weave.ModuleLoader;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.Jars;
import org.latencyprobes.agent.kit.JvmResult;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of an agent whose launcher is not in the system class loader. */
@Tag("full")
final class ModuleLoaderIT {

    @TempDir
    private Path folder;

    private RunningJvm start(String options) throws IOException {
        Path host = Jars.jar(
                folder.resolve("host.jar"),
                Map.of("Premain-Class", ModuleLoader.class.getName(), "Can-Retransform-Classes", "true"));
        return ForkedJvm.of(ModuleLoader.class)
                .flags("-javaagent:" + host)
                .arguments(ForkedJvm.AGENT, options)
                .start()
                .awaitText("ready");
    }

    @Test
    void startsFromAModuleLoaderAndCountsEachCall() throws IOException {
        JvmResult result = start("jitter=off").order("call").order("call").tellToEnd();
        assertThat(result.expectExit(0).report().count("later")).isEqualTo(2);
    }

    @Test
    void callsOfANamedClassThatWasThereBeforeAreCountedFromTheFirstOn() throws IOException {
        JvmResult result = start("jitter=off,probes=..ModuleLoader#early").tellToEnd();
        assertThat(result.expectExit(0).report().count("ModuleLoader.early")).isEqualTo(ModuleLoader.EARLY);
    }

    /** The JVM loads a launcher of its own for the command, which knows nothing of the one in the module loader. */
    @Test
    void commandsFindAnAgentThatHasNotYetMetAProbe() throws IOException {
        try (RunningJvm jvm = start("jitter=off,report=off")) {
            AgentClient client = AgentClient.to(jvm);
            client.ask("status");
            jvm.order("call");
            assertThat(client.ask("probes").count("later")).isEqualTo(1);
            assertThat(jvm.tellToEnd().expectExit(0).messages()).isEmpty();
        }
    }

    @Test
    void weavesNothingOfAnAgentThatWasThereBefore() throws IOException {
        try (RunningJvm jvm = start("jitter=off,report=off,exclude=..ModuleLoader$Later")) {
            AgentClient client = AgentClient.to(jvm);
            jvm.order("call");
            client.ask("detach");
            client.ask("attach", "jitter=off,report=off,exclude=..ModuleLoader$Later");
            assertThat(client.ask("probes").table("probes")).isEmpty();
        }
    }

    @Test
    void startsFromTheBootClassPath() {
        JvmResult result = ForkedJvm.of(Calls.class)
                .flags("-Xbootclasspath/a:" + ForkedJvm.AGENT)
                .withAgent()
                .arguments(3)
                .run()
                .expectExit(0);
        assertThat(result.report().count("Calls.probed")).isEqualTo(3);
    }
}
