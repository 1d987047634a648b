package org.latencyprobes.agent.link;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.counts.Nesting;
import org.latencyprobes.histogram.Interval;

/** The nesting of each probe, the outcomes together, in the time of some intervals. For one thread. */
public final class NestingSums {

    private final Map<List<Object>, Nesting> sums = new HashMap<>();

    /** Creates sums of nothing. */
    public NestingSums() {}

    /**
     * Creates the sums of intervals.
     *
     * @param intervals of any probes
     * @return new sums
     */
    public static NestingSums of(Iterable<Interval> intervals) {
        NestingSums sums = new NestingSums();
        intervals.forEach(sums::add);
        return sums;
    }

    /**
     * Adds an interval.
     *
     * @param interval of one probe and outcome; not kept
     */
    public void add(Interval interval) {
        if (interval.isCalls()) {
            sums.merge(List.of(interval.name(), interval.tags()), interval.nesting(), Nesting::plus);
        }
    }

    /**
     * Leaves out probes of few calls.
     *
     * @param calls how many a probe must have
     * @return this
     */
    public NestingSums ofAtLeast(long calls) {
        sums.values().removeIf(nesting -> nesting.calls() < calls);
        return this;
    }

    /**
     * Whether there is nothing to say.
     *
     * @return true where no probe has others inside
     */
    public boolean isEmpty() {
        return sums.values().stream().allMatch(nesting -> nesting.callsInside() == 0);
    }

    /**
     * The probes that have probes inside, and what measuring adds to each.
     *
     * @param nanosPerCall what measuring a call takes, in ns
     * @return those with the greatest share first
     */
    @SuppressWarnings("unchecked") // as add made them
    public List<MeasuringShare> shares(double nanosPerCall) {
        List<MeasuringShare> shares = new ArrayList<>();
        sums.forEach((probe, nesting) -> {
            if (nesting.callsInside() > 0) {
                shares.add(new MeasuringShare(
                        (String) probe.get(0),
                        (Map<String, String>) probe.get(1),
                        nesting.insidePerCall(),
                        nesting.measuringShare(nanosPerCall)));
            }
        });
        shares.sort(Comparator.comparing(MeasuringShare::share).reversed().thenComparing(MeasuringShare::name));
        return shares;
    }
}
