package org.latencyprobes.agent.kit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.latencyprobes.agent.fixture.UnderLoad;

/** What tests of attaching share: a JVM under load, which starts without the agent. */
public abstract class UnattachedJvm {

    public RunningJvm jvm;
    public AgentClient client;

    @BeforeEach
    public void start() {
        jvm = ForkedJvm.of(UnderLoad.class).quick().start().awaitText("ready");
        client = AgentClient.to(jvm);
    }

    @AfterEach
    public void end() {
        jvm.kill();
    }

    public long countOf(String probe) {
        return client.ask("probes").count(probe);
    }
}
