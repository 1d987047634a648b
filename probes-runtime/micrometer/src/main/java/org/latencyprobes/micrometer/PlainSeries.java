package org.latencyprobes.micrometer;

import io.micrometer.core.instrument.Meter;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import org.latencyprobes.micrometer.internal.series.BindingSettings;
import org.latencyprobes.micrometer.internal.series.PublishedSeries;

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

    /** Its totals, which change in a freezing only; null before the first. */
    private PublishedSeries<?> totals;

    private long maxNanos;
    private double measuringShare;
    private boolean hasInterval;

    PlainSeries(BindingSettings settings) {
        percentileNanos = new long[settings.percentiles().size()];
    }

    /** Told after the totals were read. */
    void freezeCounts(PublishedSeries<?> series) {
        totals = series;
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
        return totals != null;
    }

    /** Whether it has been given an interval's figures. */
    boolean hasInterval() {
        return hasInterval;
    }

    /** One of the totals; 0 before the first freezing. */
    double total(ToDoubleFunction<PublishedSeries<?>> which) {
        return totals == null ? 0 : which.applyAsDouble(totals);
    }

    long maxNanos() {
        return maxNanos;
    }

    long percentileNanos(int at) {
        return percentileNanos[at];
    }
}
