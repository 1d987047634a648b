package org.latencyprobes.agent.slow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;

/**
 * The longest slow calls of a time that somebody observes: {@value #CALLS} of each of the first {@value #PROBES} probes that had any. For one
 * thread. The memory is 2 MB at most, and nothing outside of that time.
 */
public final class LongestCalls implements SlowCalls.Listener {

    static final int CALLS = 512;
    static final int PROBES = 32;

    private static final Comparator<SlowCall> BY_DURATION = Comparator.comparingLong(SlowCall::nanos);

    private Map<String, Queue<SlowCall>> byProbe;

    /** Observes nothing yet. */
    public LongestCalls() {}

    /** Begins to observe, with nothing. */
    public void begin() {
        byProbe = new HashMap<>();
    }

    /**
     * Ends to observe.
     *
     * @return the calls, in no order
     */
    public List<SlowCall> end() {
        List<SlowCall> all = new ArrayList<>();
        if (byProbe != null) {
            byProbe.values().forEach(all::addAll);
        }
        byProbe = null;
        return all;
    }

    @Override
    public void slow(List<SlowCall> calls) {
        if (byProbe != null) {
            calls.forEach(this::keep);
        }
    }

    private void keep(SlowCall call) {
        String probe = call.probe() + call.tags() + call.outcome();
        Queue<SlowCall> longest = byProbe.get(probe);
        if (longest == null && byProbe.size() < PROBES) {
            longest = new PriorityQueue<>(BY_DURATION);
            byProbe.put(probe, longest);
        }
        if (longest != null) {
            longest.add(call);
            if (longest.size() > CALLS) {
                longest.remove();
            }
        }
    }
}
