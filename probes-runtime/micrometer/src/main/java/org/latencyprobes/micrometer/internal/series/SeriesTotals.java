package org.latencyprobes.micrometer.internal.series;

import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.latencyprobes.internal.counts.Snapshot;
import org.latencyprobes.internal.histogram.CountsReader;
import org.latencyprobes.internal.histogram.IntervalCounts;
import org.latencyprobes.internal.probe.Hub;

/**
 * The running totals of all series of one registry. They are added up from differences, so that a series that several copies of the
 * library record into never shrinks when one of them goes away. Not thread-safe.
 *
 * @param <L> the form that the registry's backend has of tags
 */
public final class SeriesTotals<L> {

    private final CountsReader reader;
    private final BindingSettings settings;
    private final boolean areDifferences;
    private final boolean withPercentiles;
    private final Lookalikes<L> lookalikes;
    private final Map<SeriesKey, Known<L>> sources = new HashMap<>();
    private final Map<MappedId<L>, PublishedSeries<L>> series = new LinkedHashMap<>();
    private int poll;
    private int generation;
    private int probes;
    private final OverheadSum cost = new OverheadSum();

    /** A source, and the poll in which it was last seen. */
    private static final class Known<L> {

        private final PublishedSeries<L> series;
        private int seen;

        Known(PublishedSeries<L> series) {
            this.series = series;
        }
    }

    /**
     * Creates totals without series.
     *
     * @param reader moved by {@link #refresh} alone
     * @param areDifferences whether the backend is sent those, and not totals
     * @param ids gives a new source its id; sources of the same id are one series
     */
    public SeriesTotals(
            CountsReader reader,
            BindingSettings settings,
            boolean areDifferences,
            boolean withPercentiles,
            Function<SeriesKey, MappedId<L>> ids) {
        this.reader = reader;
        this.settings = settings;
        this.areDifferences = areDifferences;
        this.withPercentiles = withPercentiles;
        this.lookalikes = new Lookalikes<>(ids);
    }

    /**
     * Adds what was recorded since the last refresh. A series whose probes are all gone is dropped.
     *
     * <p>Outcome {@code ok} of a probe is there from the start. Among totals so are all that a probe can have, at 0: whoever computes what a
     * total gained does not see the value that it begins with. Where differences are sent they come with their first sample.
     *
     * @return all present series
     */
    public Collection<PublishedSeries<L>> refresh() {
        beginPoll();
        cost.beginRefresh();
        reader.read(this::add);
        return endPoll();
    }

    private void add(IntervalCounts interval) {
        PublishedSeries<L> found = find(SeriesKey.of(interval), !interval.isEmpty() || interval.slow() > 0);
        if (found != null) {
            long before = found.count();
            found.add(interval);
            if (interval.isCalls()) {
                cost.add(interval, found.count() - before);
            }
        }
    }

    /**
     * Takes back the last refresh, whose samples the next one adds again: for differences that did not arrive. Only where totals begin
     * anew with each refresh that did.
     */
    public void takeBack() {
        reader.unread();
        cost.takeBack();
        series.values().forEach(PublishedSeries::clear);
    }

    /**
     * Finds probes that came or went, and adds nothing.
     *
     * @return all present series
     */
    public Collection<PublishedSeries<L>> discover() {
        beginPoll();
        Hub.each(Hub.read(), (owner, reading) -> {
            PublishedSeries<L> found = find(SeriesKey.of(reading), hasCalls(reading));
            if (found != null && reading.get(Hub.SLOW) != null) {
                found.mayHaveSlow();
            }
        });
        return endPoll();
    }

    private void beginPoll() {
        poll++;
        probes = 0;
        series.values().forEach(PublishedSeries::beginPoll);
    }

    /** Its series; null if it need not be shown yet, as the failures of delays never need. */
    private PublishedSeries<L> find(SeriesKey source, boolean hasCalls) {
        boolean isOk = source.isOk() && !source.isSelf();
        Known<L> known = sources.get(source);
        if (known == null && !isOk && !hasCalls && (areDifferences || source.isJitter())) {
            return null;
        }
        if (known == null) {
            known = new Known<>(seriesOf(source));
            sources.put(source, known);
        }
        probes += isOk && known.seen != poll ? 1 : 0; // of those that copies of the library share, one
        known.seen = poll;
        return known.series;
    }

    private PublishedSeries<L> seriesOf(SeriesKey source) {
        Lookalikes.Told<L> told = lookalikes.told(source);
        return series.computeIfAbsent(told.id(), id -> {
            generation++;
            return new PublishedSeries<>(id, told.source(), settings, withPercentiles);
        });
    }

    private Collection<PublishedSeries<L>> endPoll() {
        if (sources.values().removeIf(known -> known.seen != poll)) {
            lookalikes.retain(sources.keySet());
            Set<PublishedSeries<L>> present = Collections.newSetFromMap(new IdentityHashMap<>());
            sources.values().forEach(known -> present.add(known.series));
            if (series.values().retainAll(present)) {
                generation++;
            }
        }
        return series.values();
    }

    private static boolean hasCalls(Map<String, Object> reading) {
        return reading.get(Hub.SNAPSHOT) instanceof long[] snapshot // else its owner failed meanwhile
                && snapshot[0] == Snapshot.LAYOUT
                && (snapshot.length > Snapshot.COUNTS
                        || snapshot[Snapshot.UNPLACED] > 0
                        || Hub.number(reading, Hub.UNTIMED) > 0);
    }

    /** All series of the last refresh. */
    public Collection<PublishedSeries<L>> series() {
        return series.values();
    }

    /** Another number whenever there are other series. */
    public int generation() {
        return generation;
    }

    /** How many probes and samplers there were at the last poll. */
    public int probes() {
        return probes;
    }

    /** What measuring cost up to the last refresh, in ns. */
    public double measuringNanos() {
        return cost.nanos();
    }
}
