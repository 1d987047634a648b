package org.latencyprobes.agent.figures;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.UnaryOperator;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.cost.CostMeasure;
import org.latencyprobes.agent.protocol.figures.SeriesRow;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.histogram.IntervalCounts;
import org.latencyprobes.internal.histogram.SeriesReader;

/**
 * The rows of a snapshot: the cumulative counts of the {@value #MOST_ROWS} busiest series, which are a probe under one outcome, a jitter
 * sampler, or self times. The counters of a series are read, and its histogram is written, only where it has had calls since the snapshot
 * before. For one thread.
 */
final class SeriesRows {

    /** How many rows there are at most. */
    static final int MOST_ROWS = 2_000;

    /** How long all histograms are together at most, as text. */
    static final long MOST_CHARACTERS = 8L << 20;

    /** A series, its key, and the map's entry. */
    private static final int ENTRY_BYTES = 230;

    /** A row without its histogram. */
    private static final long ROW_BYTES = 300;

    private static final Comparator<Entry> BY_COUNT = Comparator.comparingLong(entry -> entry.row.count());

    private final int mostRows;
    private final UnaryOperator<Interval> sinceWoven;
    private final SeriesReader reader = new SeriesReader();
    private final HistogramText text = new HistogramText();
    private final Histogram scratch = new Histogram(1, Layout.MAX_NANOS, Layout.SIGNIFICANT_DIGITS);
    private final CopyNumbers copies = new CopyNumbers();
    /** By owner, name, tags, outcome and kind. A record that is compared would keep the agent's class loader in JDK 17 for ever. */
    private final Map<List<Object>, Entry> entries = new HashMap<>();

    private List<Entry> rows = List.of();
    private int leftOut;
    private int probes;
    private CostMeasure.Calls calls;

    /** With what gives an interval the start of its probe, where a better one is known. */
    SeriesRows(UnaryOperator<Interval> sinceWoven) {
        this(sinceWoven, MOST_ROWS);
    }

    SeriesRows(UnaryOperator<Interval> sinceWoven, int mostRows) {
        this.sinceWoven = sinceWoven;
        this.mostRows = mostRows;
    }

    /** A series with calls. */
    private static final class Entry {

        private final int copy;

        /** Null where it is none of the busiest. */
        private SeriesRow row;

        /** Number of the snapshot in which the row's count or mode last changed. */
        private long changed;

        private long number;

        /** When the series began, as it says, and since when its probe counts. The second is kept: it depends on clocks that may be set. */
        private long beganMillis;

        private long sinceMillis;

        Entry(int copy) {
            this.copy = copy;
        }
    }

    /** The rows of a snapshot under way. */
    private final class Reading {

        private final long number;
        private final ProbeModes modes;
        private final PriorityQueue<Entry> busiest = new PriorityQueue<>(BY_COUNT);
        private int all;
        private long timedCalls;
        private long countedCalls;
        private long startMillis = Long.MAX_VALUE;
        private long endMillis;
        private boolean isAnyNew;

        Reading(long number, ProbeModes modes) {
            this.number = number;
            this.modes = modes;
        }

        void take(SeriesReader.Series series) {
            copies.present(series.owner());
            if (!series.hasCalls()) {
                return;
            }
            all++;
            Entry entry = entry(series);
            boolean isFull = busiest.size() == mostRows;
            entry.row = isFull
                            && series.timed() + series.untimed()
                                    <= busiest.element().row.count()
                    ? null
                    : row(series, entry);
            if (entry.row != null) {
                busiest.add(entry);
            }
            if (busiest.size() > mostRows) {
                busiest.remove().row = null;
            }
            if (series.isCalls()) {
                add(series, entry.row);
            }
        }

        private void add(SeriesReader.Series series, SeriesRow rowOrNull) {
            timedCalls += rowOrNull == null ? series.timed() : rowOrNull.timed();
            countedCalls += rowOrNull == null ? series.untimed() : rowOrNull.count() - rowOrNull.timed();
            startMillis = Math.min(startMillis, series.startMillis());
            endMillis = series.endMillis();
        }

        private CostMeasure.Calls calls() {
            return new CostMeasure.Calls(timedCalls, countedCalls, endMillis == 0 ? 0 : endMillis - startMillis, null);
        }

        private Entry entry(SeriesReader.Series series) {
            List<Object> identity =
                    List.of(series.owner(), series.name(), series.tags(), series.outcome(), series.kind());
            Entry entry = entries.get(identity);
            if (entry == null) {
                isAnyNew = true;
                entry = new Entry(copies.of(List.copyOf(identity.subList(1, identity.size())), series.owner()));
                entries.put(identity, entry);
            }
            entry.number = number;
            return entry;
        }

        /** The former one where nothing has changed; null where its owner fails. */
        private SeriesRow row(SeriesReader.Series series, Entry entry) {
            String mode = series.isJitter() ? "" : modes.of(series.name(), series.tags());
            SeriesRow former = entry.row;
            if (former != null
                    && entry.beganMillis == series.startMillis() // else the machine's clock was set forward
                    && former.timed() == series.timed()
                    && former.count() == series.timed() + series.untimed()) {
                return former.mode().equals(mode) ? former : changed(former, mode, entry);
            }
            IntervalCounts counts = series.counts();
            if (counts == null) {
                return null;
            }
            scratch.reset();
            counts.addTo(scratch);
            if (entry.beganMillis != counts.startMillis()) {
                entry.beganMillis = counts.startMillis();
                entry.sinceMillis = sinceMillis(counts);
            }
            long timed = counts.timed();
            entry.changed = number;
            return new SeriesRow(
                    series.name(),
                    series.tags(),
                    series.outcome(),
                    series.kind(),
                    entry.copy,
                    series.owner(),
                    mode,
                    entry.sinceMillis,
                    timed + counts.untimed(),
                    timed,
                    counts.maxNanos(),
                    counts.isUniform(),
                    text.of(scratch));
        }

        private SeriesRow changed(SeriesRow row, String mode, Entry entry) {
            entry.changed = number;
            return new SeriesRow(
                    row.probe(),
                    row.tags(),
                    row.outcome(),
                    row.kind(),
                    row.copy(),
                    row.owner(),
                    mode,
                    row.startMillis(),
                    row.count(),
                    row.timed(),
                    row.maxNanos(),
                    row.uniform(),
                    row.histogram());
        }
    }

    private long sinceMillis(IntervalCounts counts) {
        scratch.setStartTimeStamp(counts.startMillis());
        scratch.setEndTimeStamp(counts.endMillis());
        return sinceWoven
                .apply(Interval.of(
                        counts.name(), counts.tags(), counts.outcome(), counts.kind(), counts.maxNanos(), scratch))
                .startMillis();
    }

    /** Reads all probes, as the snapshot of this number. */
    void read(long number, ProbeModes modes) {
        copies.begin();
        Reading reading = new Reading(number, modes);
        reader.read(reading::take);
        boolean isAnyGone = entries.values().removeIf(entry -> entry.number != number);
        if (isAnyGone || reading.isAnyNew) {
            copies.forgetAbsent();
            probes = countProbes();
        }
        rows = kept(reading.busiest);
        leftOut = reading.all - rows.size();
        calls = reading.calls();
    }

    private int countProbes() {
        return (int) entries.keySet().stream()
                .filter(identity -> !identity.get(4).equals("jitter"))
                .map(identity -> identity.subList(1, 3))
                .distinct()
                .count();
    }

    private static List<Entry> kept(PriorityQueue<Entry> busiest) {
        List<Entry> sorted = new ArrayList<>(busiest);
        sorted.sort(BY_COUNT.reversed());
        List<Entry> kept = new ArrayList<>(sorted.size());
        long characters = 0;
        for (Entry entry : sorted) {
            characters += entry.row.histogram().length();
            if (characters <= MOST_CHARACTERS) {
                kept.add(entry);
            } else {
                entry.row = null;
            }
        }
        return kept;
    }

    /** Those that have changed since a snapshot, the busiest first. */
    List<SeriesRow> since(long changed) {
        List<SeriesRow> since = new ArrayList<>();
        for (Entry entry : rows) {
            if (entry.changed > changed) {
                since.add(entry.row);
            }
        }
        return since;
    }

    /** How many series with calls are not in the rows. */
    int leftOut() {
        return leftOut;
    }

    /** The calls of the last row, which those that are left out do not exceed; 0 where none is left out. */
    long leastCount() {
        return leftOut == 0 || rows.isEmpty()
                ? 0
                : rows.get(rows.size() - 1).row.count();
    }

    /** How many probes there are with calls, by name and tags. */
    int probes() {
        return probes;
    }

    /** All calls since the start, also those of series that are left out. */
    CostMeasure.Calls calls() {
        return calls;
    }

    /** About how much memory the rows take, in bytes. */
    long bytes() {
        long bytes = copies.bytes() + (long) ENTRY_BYTES * entries.size();
        for (Entry entry : rows) {
            bytes += ROW_BYTES + entry.row.histogram().length();
        }
        return bytes;
    }
}
