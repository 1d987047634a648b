package org.latencyprobes.agent.jar;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.latencyprobes.agent.jar.StalledJvm.Stall;

/** A confusion matrix: of what was injected of each kind, how much was told to be of which kind. */
final class StallMatrix {

    private final Map<String, Map<String, Integer>> counts = new TreeMap<>();

    /** The kind is that of most of the stall's time; {@code none} where less than half of it is told of. */
    void add(Stall injected, List<Stall> told) {
        Map<String, Double> byKind = new TreeMap<>();
        told.forEach(stall -> byKind.merge(stall.kind(), injected.overlap(stall), Double::sum));
        String kind = byKind.entrySet().stream()
                .filter(entry -> entry.getValue() > injected.millis() / 2)
                .max(Comparator.comparingDouble(Map.Entry::getValue))
                .map(Map.Entry::getKey)
                .orElse("none");
        add(injected.kind(), kind);
    }

    void add(String injected, String told) {
        counts.computeIfAbsent(injected, any -> new TreeMap<>()).merge(told, 1, Integer::sum);
    }

    /** Of the stalls of a kind, the share that was told to be of that kind; 1 where there was none. */
    double share(String kind) {
        return counts.containsKey(kind) ? share(kind, kind) : 1;
    }

    /** How many of a kind were injected and judged. */
    int judged(String kind) {
        return counts.getOrDefault(kind, Map.of()).values().stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    /** Of the stalls of a kind, the share that was told to be of another one; 0 where there was none. */
    double share(String kind, String told) {
        Map<String, Integer> row = counts.getOrDefault(kind, Map.of(kind, 1));
        return row.getOrDefault(told, 0)
                / (double) row.values().stream().mapToInt(Integer::intValue).sum();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        counts.forEach(
                (kind, row) -> text.append(kind).append(" told as ").append(row).append('\n'));
        return text.toString();
    }
}
