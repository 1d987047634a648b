package org.latencyprobes.demo.fix.jvm;

import java.util.List;
import java.util.Map;
import org.latencyprobes.demo.common.figures.Distribution;

/**
 * The resources that the JVM used for a run.
 *
 * @param allocatedBytes by all its threads
 * @param cpuNanos CPU time of the process
 * @param compileMillis time for which the JIT compilers worked
 * @param pauses collections that stopped it
 * @param stages what the agent's probes recorded, by name; empty without the agent
 */
public record ResourceUsage(
        long allocatedBytes,
        long cpuNanos,
        long compileMillis,
        List<CollectionPause> pauses,
        Map<String, Distribution> stages) {

    /** The time that the collections took together. */
    public long pauseMillis() {
        return pauses.stream().mapToLong(CollectionPause::millis).sum();
    }
}
