package org.latencyprobes.micrometer;

import org.latencyprobes.histogram.IntervalCounts;
import org.latencyprobes.jitter.ClockCheck;

/**
 * The cost of measuring: the calls times what each takes, as the owner of their probes says, or two readings of the JVM's clock where it does
 * not. Not thread-safe.
 */
final class MeasuringCost {

    private double nanos;
    private long unpriced;
    private double nanosBefore;
    private long unpricedBefore;

    /** On first use, on a registry's thread: it takes some milliseconds. */
    private static final class ClockReads {
        static final double NANOS = ClockCheck.run().baselineNanos();
    }

    void beginRefresh() {
        nanosBefore = nanos;
        unpricedBefore = unpriced;
    }

    void takeBack() {
        nanos = nanosBefore;
        unpriced = unpricedBefore;
    }

    /** Of the interval's calls, so many were timed. */
    void add(IntervalCounts interval, long timed) {
        double priceNanos = interval.timedPriceNanos();
        nanos += timed * priceNanos + interval.untimed() * interval.countedPriceNanos();
        unpriced += priceNanos == 0 ? timed : 0;
    }

    double nanos() {
        return unpriced == 0 ? nanos : nanos + unpriced * ClockReads.NANOS;
    }
}
