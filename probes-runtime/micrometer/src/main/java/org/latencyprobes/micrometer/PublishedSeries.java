package org.latencyprobes.micrometer;

import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.latencyprobes.counts.Layout;
import org.latencyprobes.histogram.Interval;

/** One place with its totals, and what came there recently. Not thread-safe. */
final class PublishedSeries {

    private final MappedId place;
    private final Source source;
    private final Totals totals;
    private final Histogram recent;
    private long recentWorstNanos;
    private long startMillis = Long.MAX_VALUE;
    private long endMillis;
    private boolean isLive;
    private MeterIds.Others others;

    PublishedSeries(MappedId place, Source source, BindingSettings settings, boolean withPercentiles) {
        this.place = place;
        this.source = source;
        this.totals = new Totals(settings.bounds(), settings.slos());
        this.recent = withPercentiles ? new Histogram(Layout.SIGNIFICANT_DIGITS) : null;
    }

    void add(Interval interval) {
        startMillis = Math.min(startMillis, interval.startMillis());
        endMillis = interval.endMillis();
        totals.add(interval);
        recentWorstNanos = Math.max(recentWorstNanos, interval.worstNanos());
        if (recent != null && interval.histogram().getTotalCount() > 0) {
            recent.add(interval.histogram());
        }
    }

    /** Its probe is there. */
    void isFound() {
        isLive = true;
    }

    /** Whether its probe was there since this was last asked. */
    boolean takeLive() {
        boolean live = isLive;
        isLive = false;
        return live;
    }

    /** Forgets what came recently. */
    void endRecent() {
        recentWorstNanos = 0;
        if (recent != null) {
            recent.reset();
        }
    }

    /** Begins its totals anew, where the next interval starts. */
    void clear() {
        totals.clear();
        startMillis = Long.MAX_VALUE;
        endRecent();
    }

    /** Begins its totals anew, at the end of the last reading: for backends that are told differences. */
    void restart() {
        totals.clear();
        startMillis = endMillis;
        endRecent();
    }

    MappedId place() {
        return place;
    }

    /** The first source seen of those that share the place. */
    Source source() {
        return source;
    }

    Totals totals() {
        return totals;
    }

    long recentWorstNanos() {
        return recentWorstNanos;
    }

    /** A percentile of what came recently, in ns: the middle of its counter, and not above the worst; 0 if nothing came. */
    long recentNanosAt(double percentile) {
        if (recent.getTotalCount() == 0) {
            return 0;
        }
        long nanos = recent.medianEquivalentValue(recent.getValueAtPercentile(100 * percentile));
        return percentile == 1 ? recentWorstNanos : Math.min(nanos, recentWorstNanos);
    }

    /** Where the rest of it is published; asked for once. */
    MeterIds.Others others(Function<Source, MeterIds.Others> ids) {
        if (others == null) {
            others = ids.apply(source);
        }
        return others;
    }

    /** When its counts began, in ms since 1970. */
    long startMillis() {
        return startMillis;
    }

    /** When it was last read, in ms since 1970. */
    long endMillis() {
        return endMillis;
    }
}
