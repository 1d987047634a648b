package org.latencyprobes.demo.fix.measure;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.latencyprobes.demo.common.Distribution;

/**
 * What one JVM spent on a run.
 *
 * @param allocatedBytes by all its threads
 * @param collections collections that stopped it
 * @param pauseMillis how long they took together
 * @param cpuNanos CPU time of the process
 * @param stages what the agent's probes recorded, by name; empty without the agent
 */
record SideFigures(
        long allocatedBytes, int collections, double pauseMillis, long cpuNanos, Map<String, Distribution> stages) {

    private static final String STAGE = "stage.";

    /** Of a JVM that cannot be asked, or is none of its own. */
    static SideFigures none() {
        return new SideFigures(0, 0, 0, 0, Map.of());
    }

    /** The same, with the side before each stage's name. */
    SideFigures of(String side) {
        Map<String, Distribution> named = new LinkedHashMap<>();
        stages.forEach((name, distribution) -> named.put(side + " " + name, distribution));
        return new SideFigures(allocatedBytes, collections, pauseMillis, cpuNanos, named);
    }

    SideFigures plus(SideFigures other) {
        Map<String, Distribution> both = new LinkedHashMap<>(stages);
        other.stages.forEach((name, distribution) -> both.merge(name, distribution, Distribution::plus));
        return new SideFigures(
                allocatedBytes + other.allocatedBytes,
                collections + other.collections,
                pauseMillis + other.pauseMillis,
                cpuNanos + other.cpuNanos,
                both);
    }

    /** Puts everything under names that begin with the prefix. */
    void put(Properties properties, String prefix) {
        properties.setProperty(prefix + "allocatedBytes", Long.toString(allocatedBytes));
        properties.setProperty(prefix + "collections", Integer.toString(collections));
        properties.setProperty(prefix + "pauseMillis", Double.toString(pauseMillis));
        properties.setProperty(prefix + "cpuNanos", Long.toString(cpuNanos));
        stages.forEach((name, distribution) -> properties.setProperty(prefix + STAGE + name, distribution.encoded()));
    }

    static SideFigures get(Properties properties, String prefix) {
        return new SideFigures(
                Long.parseLong(properties.getProperty(prefix + "allocatedBytes")),
                Integer.parseInt(properties.getProperty(prefix + "collections")),
                Double.parseDouble(properties.getProperty(prefix + "pauseMillis")),
                Long.parseLong(properties.getProperty(prefix + "cpuNanos")),
                properties.stringPropertyNames().stream()
                        .filter(name -> name.startsWith(prefix + STAGE))
                        .collect(Collectors.toMap(
                                name -> name.substring((prefix + STAGE).length()),
                                name -> Distribution.decoded(properties.getProperty(name)))));
    }
}
