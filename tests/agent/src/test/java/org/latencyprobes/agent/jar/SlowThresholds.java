package org.latencyprobes.agent.jar;

import java.util.Map;
import org.latencyprobes.agent.kit.AgentClient;
import org.latencyprobes.agent.kit.RunningJvm;

/** A probe's row in the table of thresholds of slow calls. */
final class SlowThresholds {

    private SlowThresholds() {}

    static Map<String, String> of(RunningJvm jvm, String probe) {
        return AgentClient.to(jvm).ask("slow", "0").table("thresholds").stream()
                .filter(row -> row.get("probe").equals(probe))
                .findFirst()
                .orElseThrow();
    }

    /**
     * Waits for a hundred slow calls that were all kept and allocated nothing on their thread. The JVM now and then adds an object of its own,
     * and only so many calls of a second are kept.
     *
     * @param jvm prints {@code bytes} when it is told {@code allocated}
     */
    static void awaitKeptCallsThatAllocateNothing(RunningJvm jvm, String probe) {
        jvm.await("kept calls that allocate nothing", () -> {
            Map<String, String> before = of(jvm, probe);
            jvm.order("allocated");
            Map<String, String> after = of(jvm, probe);
            return growth("over", before, after) >= 100
                    && growth("dropped", before, after) == 0
                    && jvm.fact("bytes").equals("0");
        });
    }

    private static long growth(String figure, Map<String, String> before, Map<String, String> after) {
        return Long.parseLong(after.get(figure)) - Long.parseLong(before.get(figure));
    }
}
