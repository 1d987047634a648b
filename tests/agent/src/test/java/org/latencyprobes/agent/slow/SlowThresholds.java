package org.latencyprobes.agent.slow;

import java.util.Map;
import java.util.stream.LongStream;
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
     * and of very many calls not all are kept.
     *
     * @param jvm prints {@code bytes} when it is told {@code allocated}
     */
    static void awaitKeptCallsThatAllocateNothing(RunningJvm jvm, String probe) {
        jvm.await("kept calls that allocate nothing", () -> {
            long before = latest(jvm, probe, Long.MIN_VALUE).max().orElse(0);
            jvm.order("allocated");
            return latest(jvm, probe, before).count() >= 100
                    && jvm.fact("bytes").equals("0");
        });
    }

    /** The starts of calls that began later, in ns. */
    private static LongStream latest(RunningJvm jvm, String probe, long nanos) {
        return AgentClient.to(jvm).ask("slow", "0").table("slow").stream()
                .filter(row -> row.get("probe").equals(probe))
                .mapToLong(row -> Long.parseLong(row.get("startNanos")))
                .filter(start -> start > nanos);
    }
}
