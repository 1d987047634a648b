package org.latencyprobes.cli.live;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.counts.Nesting;
import org.latencyprobes.internal.report.Figures;

/**
 * One series over time: its cumulative counts, its intervals of the last ten minutes, and the sum of those in the window. For one thread.
 */
final class LiveSeries {

    /** A probe's start may be told so much earlier while it is not older. */
    private static final long SAME_START_MILLIS = 10;

    /** Where the machine's clock is set forward, so is a probe's start. Less is no such step. */
    private static final long SHORTEST_STEP_MILLIS = 1_000;

    private final RowKey key;
    private final Deque<SeriesInterval> older = new ArrayDeque<>();
    private final Deque<SeriesInterval> inWindow = new ArrayDeque<>();
    private Histogram windowSum = empty();
    private LiveSnapshot.Row last;
    private long lastMillis;
    private long lastNanos;
    private boolean isModeChanged;
    private boolean isLate;
    private long lateNanos;

    /** Begins with what a snapshot says, of before which nothing is known. */
    LiveSeries(LiveSnapshot.Row first, long nowMillis, long nowNanos) {
        key = first.key();
        last = first;
        lastMillis = nowMillis;
        lastNanos = nowNanos;
    }

    private static Histogram empty() {
        return new Histogram(Layout.SIGNIFICANT_DIGITS); // grows with its values
    }

    /** A row that comes after others, and perhaps not for the first time. Nothing of before that is known. */
    static LiveSeries late(LiveSnapshot.Row first, LiveSnapshot now) {
        LiveSeries series = new LiveSeries(first, now.millis(), now.nanos());
        series.isLate = true;
        series.lateNanos = now.nanos();
        return series;
    }

    /** A row that has been recorded since it was not there. */
    static LiveSeries since(LiveInterval interval, LiveSnapshot.Row row) {
        LiveSeries series = new LiveSeries(row, interval.toMillis(), interval.toNanos());
        series.add(interval, row, nothing(row), row.histogram().copy());
        return series;
    }

    private static LiveSnapshot.Row nothing(LiveSnapshot.Row row) {
        return new LiveSnapshot.Row(
                row.key(), row.owner(), row.mode(), row.startMillis(), 0, 0, 0, row.isUniform(), empty());
    }

    /**
     * Takes the present counts, which are those of the end of an interval. Those that are no continuation were begun anew: what they
     * counted before the last counts is left out.
     */
    void add(LiveInterval interval, LiveSnapshot.Row now) {
        isModeChanged |= !now.mode().equals(last.mode());
        Histogram added = continued(interval, now);
        if (added != null) {
            add(interval, now, last, added);
        } else if (now.startMillis() >= lastMillis) {
            add(interval, now, nothing(now), now.histogram().copy());
        }
        last = now;
        lastMillis = interval.toMillis();
        lastNanos = interval.toNanos();
    }

    /** What has been added since the last counts; null where the present ones do not continue them. */
    private Histogram continued(LiveInterval interval, LiveSnapshot.Row now) {
        if (!isSameStart(interval, now) || now.count() < last.count() || now.timed() < last.timed()) {
            return null;
        }
        try {
            Histogram added = now.histogram().copy();
            added.subtract(last.histogram());
            return added;
        } catch (IllegalArgumentException | IndexOutOfBoundsException fewerOfAValue) {
            return null;
        }
    }

    private boolean isSameStart(LiveInterval interval, LiveSnapshot.Row now) {
        long movedMillis = now.startMillis() - last.startMillis();
        long stepMillis =
                interval.toMillis() - lastMillis - TimeUnit.NANOSECONDS.toMillis(interval.toNanos() - lastNanos);
        return Math.abs(movedMillis) <= SAME_START_MILLIS
                || stepMillis >= SHORTEST_STEP_MILLIS && Math.abs(movedMillis - stepMillis) < SHORTEST_STEP_MILLIS;
    }

    private void add(LiveInterval interval, LiveSnapshot.Row now, LiveSnapshot.Row before, Histogram histogram) {
        long count = now.count() - before.count();
        long timed = now.timed() - before.timed();
        if (count > 0) {
            boolean isMaxNew = now.maxNanos() > before.maxNanos();
            long maxNanos = isMaxNew ? now.maxNanos() : Math.min(now.maxNanos(), histogram.getMaxValue());
            inWindow.add(
                    SeriesInterval.of(interval, count, timed, timed == 0 ? 0 : maxNanos, !isModeChanged, histogram));
            isModeChanged = false;
            windowSum.add(histogram);
        }
    }

    /** Moves what ended before the window out of it, and forgets what is older than ten minutes. */
    void moveOn(long windowFromNanos, long oldestNanos) {
        while (!inWindow.isEmpty() && inWindow.peek().interval().toNanos() - windowFromNanos <= 0) {
            SeriesInterval left = inWindow.remove();
            windowSum.subtract(left.histogram());
            older.add(left);
        }
        while (!older.isEmpty() && older.peek().interval().toNanos() - oldestNanos <= 0) {
            older.remove();
        }
    }

    /** For a window that has become longer. */
    void widen(long windowFromNanos) {
        while (!older.isEmpty()
                && older.getLast().interval().toNanos() - windowFromNanos > 0
                && older.getLast().histogramBytes() > 0) {
            SeriesInterval back = older.removeLast();
            windowSum.add(back.histogram());
            inWindow.addFirst(back);
        }
    }

    /** Drops the histograms of before a moment that are not in the window. Returns how many bytes are left. */
    long drop(long beforeNanos) {
        long bytes = 0;
        for (SeriesInterval interval : older) {
            if (interval.interval().toNanos() - beforeNanos < 0) {
                interval.dropHistogram();
            }
            bytes += interval.histogramBytes();
        }
        for (SeriesInterval interval : inWindow) {
            bytes += interval.histogramBytes();
        }
        return bytes;
    }

    RowKey key() {
        return key;
    }

    /** The copy of the runtime that records it. */
    String owner() {
        return last.owner();
    }

    /** For how long its calls are known; very long where that is from the first snapshot on. */
    long knownNanos(LiveSnapshot now) {
        return isLate ? now.nanos() - lateNanos : Long.MAX_VALUE;
    }

    /** All calls so far. */
    long count() {
        return last.count();
    }

    String mode() {
        return last.mode();
    }

    /** The timed calls of the window, or of all time. Belongs to the caller. */
    Histogram histogram(boolean isTotal) {
        return (isTotal ? last.histogram() : windowSum).copy();
    }

    List<SeriesInterval> history() {
        List<SeriesInterval> all = new ArrayList<>(older);
        all.addAll(inWindow);
        return all;
    }

    /** The figures of all time, as a report has them. */
    Figures total(long nowMillis) {
        return figures(
                last.startMillis(),
                Math.max(nowMillis, last.startMillis() + 1),
                last.count(),
                last.timed(),
                last.maxNanos(),
                last.isUniform(),
                last.histogram());
    }

    /** The figures of the window, or of the part of it that is known. */
    Figures inWindow(long fromMillis, LiveSnapshot now) {
        long count = 0;
        long timed = 0;
        long maxNanos = 0;
        boolean isUniform = true;
        for (SeriesInterval interval : inWindow) {
            count += interval.count();
            timed += interval.timed();
            maxNanos = Math.max(maxNanos, interval.maxNanos());
            isUniform &= interval.isUniform();
        }
        return figures(
                Math.max(fromMillis, now.millis() - TimeUnit.NANOSECONDS.toMillis(knownNanos(now))),
                now.millis(),
                count,
                timed,
                maxNanos,
                isUniform || timed == count,
                windowSum);
    }

    private Figures figures(
            long fromMillis,
            long toMillis,
            long count,
            long timed,
            long maxNanos,
            boolean isUniform,
            Histogram histogram) {
        return Figures.of(new Interval(
                key.probe(),
                Map.of(),
                key.outcome(),
                key.kind(),
                last.owner(),
                fromMillis,
                toMillis,
                maxNanos,
                0,
                0,
                timed - histogram.getTotalCount(),
                count - timed,
                isUniform,
                Nesting.NONE,
                histogram));
    }
}
