package org.latencyprobes.demo.fix.jvm;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.latencyprobes.demo.common.Distribution;

/**
 * The resources that one JVM, or both, used for a run.
 *
 * @param allocatedBytes by all its threads
 * @param cpuNanos CPU time of the process
 * @param compileMillis time for which the JIT compilers worked
 * @param pauses collections that stopped it
 * @param stages what the agent's probes recorded, by name; empty without the agent
 */
public record ResourceUsage(
        long allocatedBytes, long cpuNanos, long compileMillis, List<Pause> pauses, Map<String, Distribution> stages) {

    /** The usage of a JVM that cannot be asked, or is the one that asks. */
    public static ResourceUsage none() {
        return new ResourceUsage(0, 0, 0, List.of(), Map.of());
    }

    /** The time that the collections took together. */
    public long pauseMillis() {
        return pauses.stream().mapToLong(Pause::millis).sum();
    }

    /** The same usage, with the side before each stage's name. */
    public ResourceUsage of(String side) {
        Map<String, Distribution> named = new LinkedHashMap<>();
        stages.forEach((name, distribution) -> named.put(side + " " + name, distribution));
        return new ResourceUsage(allocatedBytes, cpuNanos, compileMillis, pauses, named);
    }

    public ResourceUsage plus(ResourceUsage other) {
        Map<String, Distribution> both = new LinkedHashMap<>(stages);
        other.stages.forEach((name, distribution) -> both.merge(name, distribution, Distribution::plus));
        return new ResourceUsage(
                allocatedBytes + other.allocatedBytes,
                cpuNanos + other.cpuNanos,
                compileMillis + other.compileMillis,
                Stream.concat(pauses.stream(), other.pauses.stream()).toList(),
                both);
    }
}
