package org.latencyprobes.agent.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.counts.Layout;
import org.latencyprobes.histogram.IntervalCounts;
import org.latencyprobes.histogram.IntervalReader;

/**
 * The rows of a snapshot: the cumulative counts of the {@value #MOST_ROWS} busiest series, which are a probe under one outcome, a jitter
 * sampler, or self times. A histogram is only written where its count has changed since the snapshot before. For one thread.
 */
final class SeriesRows {

    /** How many rows there are at most. */
    static final int MOST_ROWS = 2_000;

    /** How long all histograms are together at most, as text. */
    static final long MOST_CHARACTERS = 8L << 20;

    private static final Comparator<SeriesRow> BY_COUNT = Comparator.comparingLong(SeriesRow::count);

    private final int mostRows;
    private final IntervalReader reader = new IntervalReader();
    private final HistogramText text = new HistogramText();
    private final Histogram scratch = new Histogram(1, Layout.MAX_NANOS, Layout.SIGNIFICANT_DIGITS);
    private final Copies copies = new Copies();
    private Map<List<Object>, SeriesRow> rows = Map.of();
    private int leftOut;
    private int probes;
    private Costs.Calls calls;

    SeriesRows() {
        this(MOST_ROWS);
    }

    SeriesRows(int mostRows) {
        this.mostRows = mostRows;
    }

    /** The rows of a snapshot under way. */
    private final class Reading {

        private final long number;
        private final Map<List<Object>, String> modes = new HashMap<>();
        private final PriorityQueue<SeriesRow> busiest = new PriorityQueue<>(BY_COUNT);
        private final Set<List<Object>> seen = new HashSet<>();
        private int all;
        private long timedCalls;
        private long countedCalls;
        private long startMillis = Long.MAX_VALUE;
        private long endMillis;

        Reading(long number, List<Linker.Linked> linked) {
            this.number = number;
            linked.forEach(probe ->
                    modes.put(List.of(probe.name(), probe.tags()), probe.mode().toString()));
        }

        void take(IntervalCounts counts) {
            copies.present(counts.owner());
            long timed = counts.timed();
            long count = timed + counts.untimed();
            if (count == 0) {
                return;
            }
            all++;
            if (counts.isCalls()) {
                add(counts, timed);
            }
            List<Object> key = key(counts);
            if (busiest.size() == mostRows) {
                if (count <= busiest.element().count()) {
                    return;
                }
                busiest.remove();
            }
            busiest.add(row(counts, key, count, timed));
        }

        private void add(IntervalCounts counts, long timed) {
            timedCalls += timed;
            countedCalls += counts.untimed();
            startMillis = Math.min(startMillis, counts.startMillis());
            endMillis = counts.endMillis();
        }

        private Costs.Calls calls() {
            return new Costs.Calls(timedCalls, countedCalls, endMillis == 0 ? 0 : endMillis - startMillis, null);
        }

        private List<Object> key(IntervalCounts counts) {
            String tags = Texts.tags(counts.tags());
            int copy = copies.of(List.of(counts.name(), tags, counts.outcome(), counts.kind()), counts.owner());
            List<Object> key = List.of(counts.name(), tags, counts.outcome(), counts.kind(), copy);
            seen.add(key);
            return key;
        }

        private SeriesRow row(IntervalCounts counts, List<Object> key, long count, long timed) {
            String mode = counts.isJitter()
                    ? ""
                    : modes.getOrDefault(List.of(counts.name(), counts.tags()), ProbesTable.APPLICATION);
            SeriesRow former = rows.get(key);
            if (former != null && former.count() == count && former.timed() == timed) {
                return former.mode().equals(mode) ? former : former.with(mode, number);
            }
            scratch.reset();
            counts.addTo(scratch);
            return new SeriesRow(
                    key,
                    mode,
                    counts.startMillis(),
                    count,
                    timed,
                    counts.worstNanos(),
                    counts.isUniform(),
                    text.of(scratch),
                    number);
        }

        private int probes() {
            return (int) seen.stream()
                    .filter(key -> !key.get(3).equals("jitter"))
                    .map(key -> key.subList(0, 2))
                    .distinct()
                    .count();
        }
    }

    /** Reads all probes, as the snapshot of this number. */
    void read(long number, List<Linker.Linked> linked) {
        copies.begin();
        Reading reading = new Reading(number, linked);
        reader.totalCounts(reading::take);
        List<SeriesRow> sorted = new ArrayList<>(reading.busiest);
        sorted.sort(BY_COUNT.reversed());
        Map<List<Object>, SeriesRow> kept = new LinkedHashMap<>();
        long characters = 0;
        for (SeriesRow row : sorted) {
            characters += row.histogram().length();
            if (characters > MOST_CHARACTERS) {
                break;
            }
            kept.put(row.key(), row);
        }
        leftOut = reading.all - kept.size();
        probes = reading.probes();
        calls = reading.calls();
        rows = kept;
    }

    /** The busiest first. */
    Iterable<SeriesRow> all() {
        return rows.values();
    }

    /** How many series with calls are not in the rows. */
    int leftOut() {
        return leftOut;
    }

    /** How many probes there are with calls, by name and tags. */
    int probes() {
        return probes;
    }

    /** All calls since the start, also those of series that are left out. */
    Costs.Calls calls() {
        return calls;
    }

    /** About how much memory the rows take, in bytes. */
    long bytes() {
        long bytes = copies.bytes();
        for (SeriesRow row : rows.values()) {
            bytes += row.bytes();
        }
        return bytes;
    }
}
