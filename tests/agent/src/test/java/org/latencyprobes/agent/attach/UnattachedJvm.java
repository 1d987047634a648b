package org.latencyprobes.agent.attach;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.latencyprobes.agent.fixture.UnderLoad;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.ForkedJvm;
import org.latencyprobes.agent.kit.RunningJvm;

/** What tests of attaching share: a JVM under load, which starts without the agent. */
abstract class UnattachedJvm {

    RunningJvm jvm;
    AgentClient client;

    @BeforeEach
    void start() {
        jvm = ForkedJvm.of(UnderLoad.class).quick().start().awaitText("ready");
        client = AgentClient.to(jvm);
    }

    @AfterEach
    void end() {
        jvm.kill();
    }

    long countOf(String probe) {
        return client.ask("probes").count(probe);
    }
}
