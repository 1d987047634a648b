package org.latencyprobes.agent.compatibility;

import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.RunningJvm;

/** The agent comes to a JVM at work, counts calls of a probe and leaves. */
final class AttachAndDetach {

    private static final int ENOUGH_CALLS = 100;

    private AttachAndDetach() {}

    static void of(RunningJvm jvm, String probe) {
        jvm.awaitText("working=true");
        AgentClient agent = AgentClient.to(jvm);
        agent.ask("attach", "report=off");
        jvm.await("calls of " + probe, () -> agent.ask("probes").count(probe) > ENOUGH_CALLS);
        agent.ask("detach");
    }
}
