package org.latencyprobes.agent.slow;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.explain.Split;
import org.latencyprobes.internal.probe.ProbeRecorder;

/**
 * The last {@value #LAST} slow calls; the {@value #LONGEST_OF_INTERVAL} longest of each probe in the present interval of ten minutes and in the
 * one before; and the {@value #LONGEST} longest since the start. In an interval that is of the first {@value #PROBES_OF_INTERVAL} probes that had
 * any, since the start of the first {@value #PROBES}. For one thread. The memory is some 1.2 MB at most, and 4 to 6 MB for who held what calls waited for.
 */
final class KeptCalls {

    static final int LAST = 2_048;
    static final int LONGEST = 8;
    static final int PROBES = 256;
    static final int LONGEST_OF_INTERVAL = 16;
    static final int PROBES_OF_INTERVAL = 128;
    static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(10);

    /** With who held what was waited for; the longest calls keep theirs. */
    static final int MOST_WAITS = 16_384;

    private static final int CALLS_BETWEEN_LOOKS = 512;

    private final Queue<SlowCall> last = new ArrayDeque<>();
    private Longest longest; // these are made with the first call: the start of a JVM is spared their class
    private Longest interval;
    private Longest before;
    private long intervalNanos;
    private int added;

    /**
     * Adds a call.
     *
     * @param nowNanos as {@link System#nanoTime()} counts; not before that of the call added before
     */
    void add(ProbeRecorder probe, SlowCall call, long nowNanos) {
        if (last.size() == LAST) {
            last.remove();
        }
        last.add(call);
        if (longest == null) {
            longest = new Longest(PROBES, LONGEST);
            interval = new Longest(PROBES_OF_INTERVAL, LONGEST_OF_INTERVAL);
            before = interval;
            intervalNanos = nowNanos;
        } else if (nowNanos - intervalNanos >= INTERVAL_NANOS) {
            before = interval;
            interval = new Longest(PROBES_OF_INTERVAL, LONGEST_OF_INTERVAL);
            intervalNanos = nowNanos;
        }
        longest.add(probe, call);
        interval.add(probe, call);
        if (++added % CALLS_BETWEEN_LOOKS == 0) {
            limitWaits();
        }
    }

    private void limitWaits() {
        int waits = 0;
        for (SlowCall call : all()) {
            if (call.explanation().get() instanceof Split split) {
                waits += split.waits().size();
                if (waits > MOST_WAITS && !split.waits().isEmpty()) {
                    call.explanation().set(split.with(List.of()));
                }
            }
        }
    }

    /** Each of them once, the longest first. */
    List<SlowCall> all() {
        Set<SlowCall> all = Collections.newSetFromMap(new IdentityHashMap<>());
        all.addAll(last);
        if (longest != null) {
            all.addAll(longest.all());
            all.addAll(interval.all());
            all.addAll(before.all());
        }
        List<SlowCall> sorted = new ArrayList<>(all);
        sorted.sort(SlowCall.BY_DURATION.reversed());
        return sorted;
    }

    /** The longest slow calls of each of the first probes that had any. */
    private static final class Longest {

        private final int mostProbes;
        private final int mostOfEach;
        private final Map<ProbeRecorder, Queue<SlowCall>> byProbe = new HashMap<>();

        Longest(int mostProbes, int mostOfEach) {
            this.mostProbes = mostProbes;
            this.mostOfEach = mostOfEach;
        }

        void add(ProbeRecorder probe, SlowCall call) {
            if (byProbe.size() < mostProbes || byProbe.containsKey(probe)) {
                Queue<SlowCall> ofProbe =
                        byProbe.computeIfAbsent(probe, any -> new PriorityQueue<>(SlowCall.BY_DURATION));
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
}
