package org.latencyprobes.agent.jar;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.latencyprobes.agent.jar.StalledJvm.Stall;

/** A confusion matrix: of each kind of stall that was injected, how many were told to be of which kind. */
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
        counts.computeIfAbsent(injected.kind(), any -> new TreeMap<>()).merge(kind, 1, Integer::sum);
    }

    /** Of the stalls of a kind, the share that was told to be of that kind; 1 where there was none. */
    double share(String kind) {
        Map<String, Integer> row = counts.getOrDefault(kind, Map.of(kind, 1));
        return row.getOrDefault(kind, 0)
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
