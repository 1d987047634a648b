package org.latencyprobes.agent.cause;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.explain.Split;
import org.latencyprobes.internal.counts.Strata;

/**
 * The sums of all explained slow calls since the start, by probe and stratum of their durations. What is
 * full takes no further stratum: calls without room are not in the sums. Mutable; a copy is for one thread.
 */
public final class CauseTotals {

    /** How many groups there are at most, of all probes together. */
    static final int MOST_GROUPS = 2_000;

    private final Map<List<Object>, NavigableMap<Integer, CauseSums>> probes = new HashMap<>();
    private int groups;

    /** Begins without calls. */
    public CauseTotals() {}

    /** Adds a call, unless there is no room. */
    void add(SlowCall call, long standsFor, Split split, long[] chanceNanosByKind) {
        CauseSums sums = sums(List.of(call.probe(), call.tags()), Strata.of(call.nanos()));
        if (sums != null) {
            sums.add(standsFor, call.nanos(), split, chanceNanosByKind);
        }
    }

    /** Adds calls of which nothing is known, unless there is no room. */
    void addLost(String probe, Map<String, String> tags, int group, long calls) {
        CauseSums sums = sums(List.of(probe, tags), group);
        if (sums != null) {
            sums.addLost(calls);
        }
    }

    /** Notes that the time of a call was disturbed, which has been added. */
    void addDisturbed(SlowCall call, int kinds) {
        CauseSums sums = sums(List.of(call.probe(), call.tags()), Strata.of(call.nanos()));
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
