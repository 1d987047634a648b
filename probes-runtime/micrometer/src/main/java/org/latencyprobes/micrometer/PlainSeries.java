package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.Meter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** The frozen figures of one series, which its registry is shown. Guarded by its {@link PlainBinding}. */
final class PlainSeries {

    /** What meters tell of; those of one part come and go together. */
    enum Part {
        CALLS(series -> true),
        SLOW_CALLS(PublishedSeries::hasSlow),
        NESTED_CALLS(PublishedSeries::hasInside);

        private final Predicate<PublishedSeries<?>> isThere;

        Part(Predicate<PublishedSeries<?>> isThere) {
            this.isThere = isThere;
        }
    }

    private final Map<Part, List<Meter.Id>> meters = new EnumMap<>(Part.class);
    private final Set<Part> parts = EnumSet.noneOf(Part.class);
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

    /** Whether a part comes or goes, which {@link #has} says. */
    boolean changes(Part part, PublishedSeries<?> series) {
        return part.isThere.test(series) ? parts.add(part) : parts.remove(part);
    }

    boolean has(Part part) {
        return parts.contains(part);
    }

    double measuringShare() {
        return measuringShare;
    }

    /** The ids of a part's meters, some of which would hold their registry; touched under the registration lock only. */
    List<Meter.Id> meters(Part part) {
        return meters.computeIfAbsent(part, any -> new ArrayList<>());
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
