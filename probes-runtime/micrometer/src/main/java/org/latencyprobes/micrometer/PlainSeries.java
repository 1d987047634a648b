package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.Meter;
import java.util.ArrayList;
import java.util.List;

/** The frozen figures of one series, which its registry is shown. Guarded by its {@link PlainBinding}. */
final class PlainSeries {

    private final List<Meter.Id> meters = new ArrayList<>();
    private final long[] percentileNanos;
    private final long[] over;
    private final long[] upTo;
    private long count;
    private long slow;
    private long timed;
    private long sumNanos;
    private long maxNanos;
    private boolean hasCounts;
    private double measuringShare;
    private boolean hasInterval;
    private boolean isNested;
    private boolean hasSlow;

    PlainSeries(BindingSettings settings) {
        percentileNanos = new long[settings.percentiles().size()];
        over = new long[settings.slos().size()];
        upTo = new long[settings.bounds().size()];
    }

    void freezeCounts(PublishedSeries<?> series) {
        hasCounts = true;
        count = series.calls();
        slow = series.slow();
        timed = series.count();
        sumNanos = series.sumNanos();
        for (int slo = 0; slo < over.length; slo++) {
            over[slo] = series.over(slo);
        }
        for (int bound = 0; bound < upTo.length; bound++) {
            upTo[bound] = series.upTo(bound);
        }
    }

    void freezeInterval(PublishedSeries<?> series, List<Double> percentiles) {
        hasInterval = true;
        maxNanos = series.recentMaxNanos();
        measuringShare = series.measuringShare();
        for (int i = 0; i < percentileNanos.length; i++) {
            percentileNanos[i] = series.recentNanosAt(percentiles.get(i));
        }
    }

    /** True once: when a probe was first called inside it. */
    boolean becomesNested(PublishedSeries<?> series) {
        boolean becomes = !isNested && series.hasInside();
        isNested |= becomes;
        return becomes;
    }

    /** True when it is first told which calls are slow, and when that has ended. */
    boolean changesSlow(PublishedSeries<?> series) {
        boolean changes = hasSlow != series.hasSlow();
        hasSlow = series.hasSlow();
        return changes;
    }

    double measuringShare() {
        return measuringShare;
    }

    /** The ids of its meters, some of which would hold their registry; touched under the registration lock only. */
    List<Meter.Id> meters() {
        return meters;
    }

    /** Whether it has been given counts. */
    boolean hasCounts() {
        return hasCounts;
    }

    /** Whether it has been given an interval's figures. */
    boolean hasInterval() {
        return hasInterval;
    }

    long count() {
        return count;
    }

    long slow() {
        return slow;
    }

    long timed() {
        return timed;
    }

    long sumNanos() {
        return sumNanos;
    }

    long maxNanos() {
        return maxNanos;
    }

    long percentileNanos(int at) {
        return percentileNanos[at];
    }

    long over(int slo) {
        return over[slo];
    }

    long upTo(int bound) {
        return upTo[bound];
    }
}
