package org.latencyprobes.agent.cost;

import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.protocol.figures.NestingRow;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.counts.Nesting;

/** The nesting of each probe, the outcomes together, in the time of some intervals. For one thread. */
public final class NestingSums {

    private final Map<List<Object>, Sum> sums = new HashMap<>();

    /** Of one probe: of its timed calls, and how many were counted only. */
    private record Sum(Nesting nesting, long untimed) {

        Sum plus(Sum other) {
            return new Sum(nesting.plus(other.nesting), untimed + other.untimed);
        }

        /** What measuring those calls takes that may be inside calls of which that is not known, in ns. */
        double unplacedNanos(double timedNanos, double countedNanos) {
            boolean isOfThreadsUnknown = nesting.unknown() > 0 || nesting.calls() == 0;
            return nesting.unknown() * timedNanos + (isOfThreadsUnknown ? untimed * countedNanos : 0);
        }
    }

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
        for (Interval interval : intervals) {
            sums.add(interval);
        }
        return sums;
    }

    /**
     * Adds an interval.
     *
     * @param interval of one probe and outcome; not kept
     */
    public void add(Interval interval) {
        if (interval.isCalls()) {
            sums.merge(
                    List.of(interval.name(), interval.tags()),
                    new Sum(interval.nesting(), interval.untimed()),
                    Sum::plus);
        }
    }

    /**
     * Leaves out probes of few calls.
     *
     * @param calls how many a probe must have
     * @return this
     */
    public NestingSums ofAtLeast(long calls) {
        sums.values().removeIf(sum -> sum.nesting().calls() < calls);
        return this;
    }

    /**
     * Whether there is nothing to say.
     *
     * @return true where no probe has others inside
     */
    public boolean isEmpty() {
        return sums.values().stream().noneMatch(sum -> sum.nesting().hasInside());
    }

    /**
     * The probes that have probes inside, and what measuring adds to each. And those of which that is not known, if it may be much: what
     * measuring other probes took on such threads is an upper limit, but for recursion.
     *
     * @param timedNanos what measuring a call takes that is timed, in ns
     * @param countedNanos what it takes of one that is counted only
     * @return those with the greatest share first, then those of which it is not known
     */
    public List<NestingRow> rows(double timedNanos, double countedNanos) {
        double unplacedNanos = 0;
        for (Sum sum : sums.values()) {
            unplacedNanos += sum.unplacedNanos(timedNanos, countedNanos);
        }
        List<NestingRow> rows = new ArrayList<>();
        for (Map.Entry<List<Object>, Sum> each : sums.entrySet()) {
            Sum sum = each.getValue();
            double othersNanos = unplacedNanos - sum.unplacedNanos(timedNanos, countedNanos);
            NestingRow row = row(each.getKey(), sum.nesting(), timedNanos, countedNanos, othersNanos);
            if (sum.nesting().hasInside() || !row.mark().isEmpty()) {
                rows.add(row);
            }
        }
        rows.sort(NestingSums::compare);
        return rows;
    }

    private static int compare(NestingRow one, NestingRow other) {
        int order = Boolean.compare(other.isKnown(), one.isKnown());
        order = order == 0 ? Double.compare(percent(other), percent(one)) : order;
        return order == 0 ? one.probe().compareTo(other.probe()) : order;
    }

    private static double percent(NestingRow row) {
        return row.isKnown() ? row.overheadPercent() : row.mostPercent();
    }

    @SuppressWarnings("unchecked") // as add made them
    private static NestingRow row(
            List<Object> probe, Nesting nesting, double timedNanos, double countedNanos, double othersNanos) {
        boolean isKnown = nesting.hasInside();
        double percent = isKnown ? PERCENT * nesting.measuringShare(timedNanos, countedNanos) : Double.NaN;
        double most = PERCENT * nesting.mostUnknownShare(othersNanos);
        return new NestingRow(
                (String) probe.get(0),
                (Map<String, String>) probe.get(1),
                isKnown ? nesting.insidePerCall() : Double.NaN,
                percent,
                percent > NestingRow.MARKED_PERCENT ? NestingRow.MARKED : most > NestingRow.MARKED_PERCENT ? "?" : "",
                isKnown ? nesting.timedInsidePerCall() : Double.NaN,
                nesting.calls(),
                nesting.unknown(),
                nesting.unknown() == 0 ? Double.NaN : most,
                nesting.withItself());
    }
}
