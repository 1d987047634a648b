package org.latencyprobes.cli.merge;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;
import org.latencyprobes.histogram.Tag;

/**
 * Adds logs up by probe, tags and outcome, in one pass.
 *
 * <p>Memory holds one histogram for each of these; with periods, one for each in each of the five periods that are open at a time, and a
 * buffer for each log that is open: without periods one, with periods those that overlap in time. Nothing is sampled and no percentile is
 * computed of percentiles: the sums are what one histogram would hold that had recorded everything. For one thread.
 */
public final class LogMerge {

    /** Takes the sums. */
    @FunctionalInterface
    public interface Target {

        /**
         * Takes a sum.
         *
         * @param tag its probe, tags and outcome; the last is empty where the logs told none
         * @param histogram the sum, with its times and the tag for a log; belongs to the receiver
         * @param coveredMillis how much time the logs cover in which it was summed up, in ms: what a rate is a rate of
         * @throws IOException if it cannot be kept, which ends the merge
         */
        void line(Tag tag, Histogram histogram, long coveredMillis) throws IOException;
    }

    private final List<LogSource> sources;
    private final LineFilter filter;
    private final long everyMillis;
    private final boolean skipsBad;

    private final LongAdder bytesRead = new LongAdder();
    private final MergeCounts counts = new MergeCounts();
    private final Coverage coverage = new Coverage();
    private final SeriesTable series;

    /**
     * Prepares a merge.
     *
     * @param sources the logs, in any order
     * @param filter which lines count
     * @param everyMillis the length of a period, aligned to multiples of it since 1970, to which a line belongs if it begins in it; 0 for
     *     one period that is as long as all logs together
     * @param skipsBad whether lines that are none are counted and passed over; else the first one ends the merge
     */
    public LogMerge(List<LogSource> sources, LineFilter filter, long everyMillis, boolean skipsBad) {
        this.sources = List.copyOf(sources);
        this.filter = filter;
        this.everyMillis = everyMillis;
        this.skipsBad = skipsBad;
        this.series = new SeriesTable(filter);
    }

    /**
     * Reads everything, once.
     *
     * @param target takes the sums in the order of periods, within one by probe, tags and outcome
     * @param progress called after each line, on this thread
     * @return what was met
     * @throws BadLogException if a line is none and such lines are not to be passed over
     * @throws IOException if a log cannot be read or the target failed
     */
    public MergeCounts run(Target target, Runnable progress) throws IOException {
        Periods periods = new Periods(everyMillis, filter, target, counts, coverage);
        List<Cursor> cursors = sources.stream().map(this::cursor).toList();
        try {
            if (everyMillis == 0) {
                oneByOne(cursors, periods, progress);
            } else {
                inOrderOfTime(cursors, periods, progress);
            }
        } finally {
            for (Cursor cursor : cursors) {
                cursor.close();
            }
        }
        periods.close();
        return counts;
    }

    private Cursor cursor(LogSource source) {
        return new Cursor(source, bytesRead, counts, skipsBad);
    }

    private void oneByOne(List<Cursor> cursors, Periods periods, Runnable progress) throws IOException {
        for (Cursor cursor : cursors) {
            while (next(cursor)) {
                take(cursor, periods);
                progress.run();
            }
        }
    }

    /** Logs are opened when their time has come: those rotated long ago are not open beside those of today. */
    private void inOrderOfTime(List<Cursor> cursors, Periods periods, Runnable progress) throws IOException {
        PriorityQueue<Cursor> queue = new PriorityQueue<>(Comparator.comparingLong(Cursor::endMillis));
        for (Cursor cursor : cursors) {
            if (cursor.peek()) {
                cover(cursor);
                queue.add(cursor);
            }
        }
        while (!queue.isEmpty()) {
            Cursor cursor = queue.poll();
            if (cursor.isAtLine() || next(cursor)) {
                periods.closeUntil(cursor.endMillis());
                take(cursor, periods);
                progress.run();
                if (next(cursor)) {
                    queue.add(cursor);
                }
            }
        }
    }

    /** A line tells, as soon as it is met, that its log covers the time before it: the periods of that time may be closed before it is taken. */
    private boolean next(Cursor cursor) throws IOException {
        boolean isThere = cursor.next();
        cover(cursor);
        return isThere;
    }

    private void cover(Cursor cursor) {
        if (cursor.isAtLine() && filter.isInTime(cursor.startMillis())) {
            coverage.add(cursor);
        }
    }

    private void take(Cursor cursor, Periods periods) throws BadLogException {
        if (!filter.isInTime(cursor.startMillis())) {
            return;
        }
        Series wanted = series.of(cursor.tag(), cursor.host());
        if (wanted == null) {
            return;
        }
        Histogram histogram = cursor.histogram();
        if (histogram != null) {
            periods.add(wanted, histogram);
        }
    }

    /**
     * What is merged.
     *
     * @return the logs
     */
    public List<LogSource> sources() {
        return sources;
    }

    /**
     * How much there is to read.
     *
     * @return bytes of the files; 0 if one is a stream, whose length nobody knows
     */
    public long bytesTotal() {
        boolean isKnown = sources.stream().allMatch(source -> source.path() != null);
        return isKnown ? sources.stream().mapToLong(LogSource::bytes).sum() : 0;
    }

    /**
     * How far it is; from any thread.
     *
     * @return bytes read, of compressed logs before decompression
     */
    public long bytesRead() {
        return bytesRead.sum();
    }
}
