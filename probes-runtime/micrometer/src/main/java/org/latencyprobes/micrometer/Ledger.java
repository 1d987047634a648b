package org.latencyprobes.micrometer;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;

/**
 * All series of one registry, added up from differences, so that a series that several copies of the library record into never
 * shrinks when one of them goes away. Not thread-safe.
 */
final class Ledger {

    private final IntervalReader reader = new IntervalReader();
    private final Settings settings;
    private final boolean withPercentiles;
    private final Function<Source, Place> placing;
    private final Map<Source, Place> places = new HashMap<>();
    private final Map<Place, Series> series = new LinkedHashMap<>();
    private int probes;
    private long calls;

    Ledger(Settings settings, boolean withPercentiles, Function<Source, Place> placing) {
        this.settings = settings;
        this.withPercentiles = withPercentiles;
        this.placing = placing;
    }

    /**
     * Adds what was recorded since the last refresh. Outcome {@code ok} of a probe is there from the start, the others from their
     * first sample on; a place whose probes are all gone is dropped.
     *
     * @return all present series
     */
    Collection<Series> refresh() {
        Set<Source> seen = new HashSet<>();
        for (Interval interval : reader.readAll()) {
            Source source = Source.of(interval);
            if (interval.count() > 0 || "ok".equals(interval.outcome()) || places.containsKey(source)) {
                seen.add(source);
                add(source, interval);
            }
        }
        places.keySet().retainAll(seen);
        series.values().removeIf(each -> !each.takeLive());
        probes = (int)
                seen.stream().filter(source -> "ok".equals(source.outcome())).count();
        return series.values();
    }

    private void add(Source source, Interval interval) {
        Place place = places.computeIfAbsent(source, placing);
        series.computeIfAbsent(place, at -> new Series(at, source, settings, withPercentiles))
                .add(interval);
        calls += source.isJitter() ? 0 : interval.count();
    }

    /** All series of the last refresh. */
    Collection<Series> series() {
        return series.values();
    }

    /** How many probes and samplers there were at the last refresh. */
    int probes() {
        return probes;
    }

    /** How many calls were timed up to the last refresh. */
    long calls() {
        return calls;
    }
}
