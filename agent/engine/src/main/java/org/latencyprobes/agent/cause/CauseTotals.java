package org.latencyprobes.agent.cause;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.latencyprobes.explain.Split;
import org.latencyprobes.internal.counts.Layout;

/**
 * The sums of all explained slow calls since the start, by probe and length. Lengths are grouped, eight groups to a factor of two. What is
 * full takes no further group: calls without room are not in the sums. Mutable; a copy is for one thread.
 */
public final class CauseTotals {

    /** How many groups there are at most, of all probes together. */
    static final int MOST_GROUPS = 2_000;

    private static final int GROUP_BITS = 4;

    private final Map<List<Object>, NavigableMap<Integer, CauseSums>> probes = new HashMap<>();
    private int groups;

    /** Begins without calls. */
    public CauseTotals() {}

    /** The group of a length. */
    static int groupOf(long nanos) {
        return Layout.indexOf(Math.max(0, Math.min(nanos, Layout.MAX_NANOS))) >> GROUP_BITS;
    }

    /** The shortest length of a group, in ns. */
    static long lowestNanos(int group) {
        return Layout.lowestNanos(group << GROUP_BITS);
    }

    /** Adds a call of a probe, unless there is no room. */
    void add(String probe, Map<String, String> tags, long nanos, Split split, long[] chanceNanosByKind) {
        CauseSums sums = sums(List.of(probe, tags), groupOf(nanos));
        if (sums != null) {
            sums.add(nanos, split, chanceNanosByKind);
        }
    }

    /** Notes that the time of a call was disturbed, which has been added. */
    void addDisturbed(String probe, Map<String, String> tags, long nanos, int kinds) {
        CauseSums sums = sums(List.of(probe, tags), groupOf(nanos));
        if (sums != null) {
            sums.addDisturbed(kinds);
        }
    }

    private CauseSums sums(List<Object> probe, int group) {
        NavigableMap<Integer, CauseSums> ofProbe = probes.get(probe);
        CauseSums present = ofProbe == null ? null : ofProbe.get(group);
        if (present != null || groups == MOST_GROUPS) {
            return present;
        }
        groups++;
        CauseSums made = new CauseSums();
        probes.computeIfAbsent(probe, any -> new TreeMap<>()).put(group, made);
        return made;
    }

    /**
     * The memory that the groups take.
     *
     * @return in bytes, an estimate
     */
    public long bytes() {
        return (long) groups * CauseSums.BYTES;
    }

    CauseTotals copy() {
        return minus(null);
    }

    /**
     * What came since an earlier copy.
     *
     * @param earlierOrNull of the same totals; null for none
     * @return new totals
     */
    public CauseTotals minus(CauseTotals earlierOrNull) {
        CauseTotals rest = new CauseTotals();
        rest.groups = groups;
        probes.forEach((probe, ofProbe) -> {
            NavigableMap<Integer, CauseSums> before = earlierOrNull == null ? null : earlierOrNull.probes.get(probe);
            NavigableMap<Integer, CauseSums> left = new TreeMap<>();
            ofProbe.forEach((group, sums) -> {
                CauseSums less = before == null ? null : before.get(group);
                left.put(group, less == null ? sums.copy() : sums.copy().plus(less, -1));
            });
            rest.probes.put(probe, left);
        });
        return rest;
    }

    /**
     * The probes with explained calls.
     *
     * @return their causes, in no order
     */
    @SuppressWarnings("unchecked") // as add made the keys
    public List<ProbeCauses> probes() {
        List<ProbeCauses> all = new ArrayList<>();
        probes.forEach((probe, groups) ->
                all.add(new ProbeCauses((String) probe.get(0), (Map<String, String>) probe.get(1), groups)));
        return all;
    }
}
