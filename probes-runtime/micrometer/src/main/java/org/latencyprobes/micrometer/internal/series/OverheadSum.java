package org.latencyprobes.micrometer.internal.series;

import org.latencyprobes.internal.histogram.IntervalCounts;
import org.latencyprobes.internal.jitter.ClockQuality;

/**
 * The overhead so far: the calls times what measuring one takes, as the owner of their probes says, or two readings of the JVM's clock where it does
 * not. Not thread-safe.
 */
final class OverheadSum {

    private double nanos;
    private long withoutCost;
    private double nanosBefore;
    private long withoutCostBefore;

    /** On first use, on a registry's thread: it takes some milliseconds. */
    private static final class ClockReads {
        static final double NANOS = ClockQuality.measured().baselineNanos();
    }

    void beginRefresh() {
        nanosBefore = nanos;
        withoutCostBefore = withoutCost;
    }

    void takeBack() {
        nanos = nanosBefore;
        withoutCost = withoutCostBefore;
    }

    /** Of the interval's calls, so many were timed. */
    void add(IntervalCounts interval, long timed) {
        double costNanos = interval.timedCostNanos();
        nanos += timed * costNanos + interval.untimed() * interval.countedCostNanos();
        withoutCost += costNanos == 0 ? timed : 0;
    }

    double nanos() {
        return withoutCost == 0 ? nanos : nanos + withoutCost * ClockReads.NANOS;
    }
}
