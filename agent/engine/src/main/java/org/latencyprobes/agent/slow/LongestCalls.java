package org.latencyprobes.agent.slow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * The longest slow calls of each of the first probes that had any. For one thread.
 *
 * @param <K> what tells probes from each other
 */
final class LongestCalls<K> {

    /** What {@link Comparator#comparingLong} makes is serialisable: linking that costs the start of a JVM some ms. */
    static final Comparator<SlowCall> BY_DURATION = (one, other) -> Long.compare(one.nanos(), other.nanos());

    private final int mostProbes;
    private final int mostOfEach;
    private final Map<K, Queue<SlowCall>> byProbe = new HashMap<>();

    LongestCalls(int mostProbes, int mostOfEach) {
        this.mostProbes = mostProbes;
        this.mostOfEach = mostOfEach;
    }

    void add(K probe, SlowCall call) {
        if (byProbe.size() < mostProbes || byProbe.containsKey(probe)) {
            Queue<SlowCall> ofProbe = byProbe.computeIfAbsent(probe, any -> new PriorityQueue<>(BY_DURATION));
            ofProbe.add(call);
            if (ofProbe.size() > mostOfEach) {
                ofProbe.remove();
            }
        }
    }

    /** In no order. */
    List<SlowCall> all() {
        List<SlowCall> all = new ArrayList<>();
        byProbe.values().forEach(all::addAll);
        return all;
    }
}
