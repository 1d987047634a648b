package org.latencyprobes.micrometer;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.latencyprobes.counts.Snapshot;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.probe.Hub;

/**
 * All series of one registry, added up from differences, so that a series that several copies of the library record into never
 * shrinks when one of them goes away. Not thread-safe.
 */
final class SeriesTotals {

    private static final String OK = "ok";

    private final IntervalReader reader;
    private final BindingSettings settings;
    private final boolean withPercentiles;
    private final Function<Source, MappedId> ids;
    private final Map<Source, Known> sources = new HashMap<>();
    private final Map<MappedId, PublishedSeries> series = new LinkedHashMap<>();
    private int look;
    private int generation;
    private int probes;
    private long calls;
    private long callsOfLastRefresh;

    /** A source, and the look at which it was last seen. */
    private static final class Known {

        private final PublishedSeries series;
        private int seen;

        Known(PublishedSeries series) {
            this.series = series;
        }
    }

    /** The reader is moved by {@link #refresh} alone. */
    SeriesTotals(
            IntervalReader reader, BindingSettings settings, boolean withPercentiles, Function<Source, MappedId> ids) {
        this.reader = reader;
        this.settings = settings;
        this.withPercentiles = withPercentiles;
        this.ids = ids;
    }

    /**
     * Adds what was recorded since the last refresh. Outcome {@code ok} of a probe is there from the start, the others from their
     * first sample on; a place whose probes are all gone is dropped.
     *
     * @return all present series
     */
    Collection<PublishedSeries> refresh() {
        beginLook();
        callsOfLastRefresh = 0;
        for (Interval interval : reader.readAll()) {
            PublishedSeries found = find(Source.of(interval), interval.count() > 0);
            if (found != null) {
                found.add(interval);
                callsOfLastRefresh += interval.isJitter() ? 0 : interval.count();
            }
        }
        calls += callsOfLastRefresh;
        return endLook();
    }

    /**
     * Takes back the last refresh, whose samples the next one adds again: for differences that did not arrive. Only where totals begin
     * anew with each refresh that did.
     */
    void takeBack() {
        reader.unread();
        calls -= callsOfLastRefresh;
        callsOfLastRefresh = 0;
        series.values().forEach(PublishedSeries::clear);
    }

    /**
     * Finds probes that came or went, and adds nothing.
     *
     * @return all present series
     */
    Collection<PublishedSeries> discover() {
        beginLook();
        for (List<Map<String, Object>> readings : Hub.read().values()) {
            for (Map<String, Object> reading : readings) {
                find(Source.of(reading), hasSamples((long[]) reading.get(Hub.SNAPSHOT)));
            }
        }
        return endLook();
    }

    private void beginLook() {
        look++;
        probes = 0;
    }

    /** Its series; null if it need not be shown yet. */
    private PublishedSeries find(Source source, boolean hasSamples) {
        boolean isOk = OK.equals(source.outcome());
        Known known = sources.get(source);
        if (known == null && !isOk && !hasSamples) {
            return null;
        }
        if (known == null) {
            known = new Known(seriesOf(source));
            sources.put(source, known);
        }
        probes += isOk && known.seen != look ? 1 : 0; // of those that copies of the library share, one
        known.seen = look;
        known.series.isFound();
        return known.series;
    }

    private PublishedSeries seriesOf(Source source) {
        return series.computeIfAbsent(ids.apply(source), place -> {
            generation++;
            return new PublishedSeries(place, source, settings, withPercentiles);
        });
    }

    private Collection<PublishedSeries> endLook() {
        sources.values().removeIf(known -> known.seen != look);
        if (series.values().removeIf(each -> !each.takeLive())) {
            generation++;
        }
        return series.values();
    }

    private static boolean hasSamples(long[] snapshot) {
        return snapshot[0] == Snapshot.LAYOUT && (snapshot.length > Snapshot.COUNTS || snapshot[Snapshot.UNPLACED] > 0);
    }

    /** All series of the last refresh. */
    Collection<PublishedSeries> series() {
        return series.values();
    }

    /** Another number whenever there are other series. */
    int generation() {
        return generation;
    }

    /** How many probes and samplers there were at the last look. */
    int probes() {
        return probes;
    }

    /** How many calls were timed up to the last refresh. */
    long calls() {
        return calls;
    }
}
