package org.latencyprobes.micrometer;

import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.latencyprobes.counts.Snapshot;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.probe.Hub;

/**
 * All series of one registry, added up from differences, so that a series that several copies of the library record into never
 * shrinks when one of them goes away. Not thread-safe.
 */
final class Ledger {

    private static final String OK = "ok";

    private final IntervalReader reader;
    private final Settings settings;
    private final boolean withPercentiles;
    private final Function<Source, Place> placing;
    private final Map<Source, Place> places = new HashMap<>();
    private final Map<Place, Series> series = new LinkedHashMap<>();
    private int probes;
    private long calls;
    private long callsOfLastRefresh;

    /** The reader is moved by {@link #refresh} alone. */
    Ledger(IntervalReader reader, Settings settings, boolean withPercentiles, Function<Source, Place> placing) {
        this.reader = reader;
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
        callsOfLastRefresh = 0;
        for (Interval interval : reader.readAll()) {
            Source source = Source.of(interval);
            if (interval.count() > 0 || isShown(source)) {
                seen.add(source);
                seriesOf(source).add(interval);
                callsOfLastRefresh += source.isJitter() ? 0 : interval.count();
            }
        }
        calls += callsOfLastRefresh;
        keep(seen);
        return series.values();
    }

    /**
     * Takes back the last refresh, whose samples the next one adds again: for differences that did not arrive. Only where totals begin
     * anew with each refresh that did.
     */
    void takeBack() {
        reader.unread();
        calls -= callsOfLastRefresh;
        callsOfLastRefresh = 0;
        series.values().forEach(Series::clear);
    }

    /**
     * Finds probes that came or went, and adds nothing.
     *
     * @return all present series
     */
    Collection<Series> discover() {
        Set<Source> seen = new HashSet<>();
        for (List<Map<String, Object>> readings : Hub.read().values()) {
            for (Map<String, Object> reading : readings) {
                Source source = Source.of(reading);
                if (isShown(source) || hasSamples((long[]) reading.get(Hub.SNAPSHOT))) {
                    seen.add(source);
                    seriesOf(source).isFound();
                }
            }
        }
        keep(seen);
        return series.values();
    }

    private static boolean hasSamples(long[] snapshot) {
        return snapshot[0] == Snapshot.LAYOUT && (snapshot.length > Snapshot.COUNTS || snapshot[Snapshot.UNPLACED] > 0);
    }

    private boolean isShown(Source source) {
        return OK.equals(source.outcome()) || places.containsKey(source);
    }

    private Series seriesOf(Source source) {
        Place place = places.computeIfAbsent(source, placing);
        return series.computeIfAbsent(place, at -> new Series(at, source, settings, withPercentiles));
    }

    private void keep(Set<Source> seen) {
        places.keySet().retainAll(seen);
        series.values().removeIf(each -> !each.takeLive());
        probes = (int)
                seen.stream().filter(source -> OK.equals(source.outcome())).count();
    }

    /** All series of the last refresh. */
    Collection<Series> series() {
        return series.values();
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
