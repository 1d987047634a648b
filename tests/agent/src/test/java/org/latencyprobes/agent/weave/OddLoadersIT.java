package org.latencyprobes.agent.weave;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.latencyprobes.agent.fixture.weave.OddLoader;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** Tests of class loaders that throw errors, or do not come back, where the agent asks them for class files. */
@Tag("full")
final class OddLoadersIT {

    private static final String OTHER = "..OddLoader#other";

    @ParameterizedTest
    @ValueSource(strings = {"overflow", "no memory", "hang"})
    void doNotKeepTheAgentFromComingOrFromOtherClassesOrFromLeaving(String does) {
        try (RunningJvm jvm = ForkedJvm.of(OddLoader.class).arguments(does).start()) {
            AgentClient client = AgentClient.to(jvm.awaitText("ready"));
            client.ask("attach", "report=off,jitter=off");
            client.ask("probe", OTHER);
            client.ask("explain", OTHER);
            client.ask("dry-run", "..OddLoader$OddOne#*");
            jvm.order("call");
            assertThat(client.ask("probes").count("OddLoader.other")).isEqualTo(1);
            assertThat(client.ask("detach").sentences())
                    .singleElement()
                    .asString()
                    .startsWith("detached: ");
            assertThat(jvm.tellToEnd().expectExit(0).messages())
                    .filteredOn(message -> message.contains("the class loader " + OddLoader.class.getName()))
                    .hasSize(1);
        }
    }
}
