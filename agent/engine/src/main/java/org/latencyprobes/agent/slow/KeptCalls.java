package org.latencyprobes.agent.slow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import org.latencyprobes.probe.LatencyProbe;

/**
 * The last {@value #LAST} slow calls, and the {@value #WORST} worst since the start of each of the first {@value #PROBES} probes that had
 * any. For one thread. The memory is some 0.6 MB at most.
 */
final class KeptCalls {

    static final int LAST = 2_048;
    static final int WORST = 8;
    static final int PROBES = 256;

    private static final Comparator<SlowCall> BY_DURATION = Comparator.comparingLong(SlowCall::nanos);

    private final Queue<SlowCall> last = new ArrayDeque<>();
    private final Map<LatencyProbe, Queue<SlowCall>> worst = new HashMap<>();

    void add(LatencyProbe probe, SlowCall call) {
        if (last.size() == LAST) {
            last.remove();
        }
        last.add(call);
        if (worst.size() < PROBES || worst.containsKey(probe)) {
            Queue<SlowCall> ofProbe = worst.computeIfAbsent(probe, any -> new PriorityQueue<>(BY_DURATION));
            ofProbe.add(call);
            if (ofProbe.size() > WORST) {
                ofProbe.remove();
            }
        }
    }

    /** Each of them once, the longest first. */
    List<SlowCall> all() {
        Set<SlowCall> all = Collections.newSetFromMap(new IdentityHashMap<>());
        all.addAll(last);
        worst.values().forEach(all::addAll);
        List<SlowCall> sorted = new ArrayList<>(all);
        sorted.sort(BY_DURATION.reversed());
        return sorted;
    }
}
