package org.latencyprobes.agent.slow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
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

    private final Queue<SlowCall> last = new ArrayDeque<>();
    private Longest<LatencyProbe> worst; // made with the first call: the start of a JVM is spared its class

    void add(LatencyProbe probe, SlowCall call) {
        if (last.size() == LAST) {
            last.remove();
        }
        last.add(call);
        if (worst == null) {
            worst = new Longest<>(PROBES, WORST);
        }
        worst.add(probe, call);
    }

    /** Each of them once, the longest first. */
    List<SlowCall> all() {
        Set<SlowCall> all = Collections.newSetFromMap(new IdentityHashMap<>());
        all.addAll(last);
        if (worst != null) {
            all.addAll(worst.all());
        }
        List<SlowCall> sorted = new ArrayList<>(all);
        sorted.sort(Longest.BY_DURATION.reversed());
        return sorted;
    }
}
