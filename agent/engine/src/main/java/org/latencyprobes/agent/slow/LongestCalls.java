package org.latencyprobes.agent.slow;

import java.util.List;

/**
 * The longest slow calls of a time that somebody observes: {@value #CALLS} of each of the first {@value #PROBES} probes that had any. For one
 * thread. The memory is 2 MB at most, and nothing outside of that time.
 */
public final class LongestCalls implements SlowCalls.Listener {

    static final int CALLS = 512;
    static final int PROBES = 32;

    private Longest<String> longest;

    /** Observes nothing yet. */
    public LongestCalls() {}

    /** Begins to observe, with nothing. */
    public void begin() {
        longest = new Longest<>(PROBES, CALLS);
    }

    /**
     * Ends to observe.
     *
     * @return the calls, in no order
     */
    public List<SlowCall> end() {
        List<SlowCall> all = longest == null ? List.of() : longest.all();
        longest = null;
        return all;
    }

    @Override
    public void slow(List<SlowCall> calls) {
        if (longest != null) {
            calls.forEach(call -> longest.add(call.probe() + call.tags() + call.outcome(), call));
        }
    }
}
