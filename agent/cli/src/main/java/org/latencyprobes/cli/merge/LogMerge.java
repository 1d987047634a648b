package org.latencyprobes.cli.merge;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.pattern.NameGlob;
import org.latencyprobes.agent.pattern.UnknownName;
import org.latencyprobes.agent.stall.StallSampler;
import org.latencyprobes.cli.logs.BadLogException;
import org.latencyprobes.cli.logs.Coverage;
import org.latencyprobes.cli.logs.HistogramSum;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.cli.logs.LogCursor;
import org.latencyprobes.cli.logs.LogLine;
import org.latencyprobes.cli.logs.LogSource;
import org.latencyprobes.cli.logs.MergeCounts;
import org.latencyprobes.cli.logs.Untimed;
import org.latencyprobes.internal.histogram.Tag;
import org.latencyprobes.internal.probe.Hub;

/**
 * A merge of logs: their sums by probe, tags and outcome, in one pass.
 *
 * <p>Memory holds one histogram for each sum, and with periods one for each sum in each of the five open periods. It also holds a buffer for
 * each open log: without periods one log is open, with periods those that overlap in time. Each sum equals one histogram that had recorded
 * everything: nothing is sampled, and no percentile is computed from percentiles. For one thread.
 */
public final class LogMerge {

    /** A receiver of the sums. */
    @FunctionalInterface
    public interface Target {

        /**
         * Takes a sum.
         *
         * @param tag the probe, tags and outcome; the outcome is empty if the logs have none
         * @param sum with its times and its tag; belongs to the receiver
         * @param coveredMillis how much of the sum's time the logs cover, in ms; rates refer to it
         * @throws IOException if the sum cannot be stored, which ends the merge
         */
        void line(Tag tag, HistogramSum sum, long coveredMillis) throws IOException;
    }

    /** A receiver of single lines, in the order of the logs. */
    @FunctionalInterface
    public interface Lines {

        /**
         * Takes a line.
         *
         * @param key the probe, tags and outcome
         * @param histogram its samples, with its times; belongs to the receiver
         * @param untimed its calls that were counted and not timed
         */
        void add(SumKey key, Histogram histogram, Untimed untimed);
    }

    private static final SumKey EXCLUDED = SumKey.of("excluded", "");

    private final List<LogSource> sources;
    private final LineFilter filter;
    private final long everyMillis;
    private final boolean skipsBad;

    private final LongAdder bytesRead = new LongAdder();
    private final MergeCounts counts = new MergeCounts();
    private final Coverage coverage = new Coverage();

    /** Each tag is decoded and filtered once. */
    private final Map<String, Map<String, SumKey>> keysByHost = new HashMap<>();

    private final Map<SumKey, SumKey> keys = new HashMap<>();

    /** The tags of all lines, also of those that the filter excludes. */
    private final Set<Tag> seen = new HashSet<>();

    /**
     * The sums of each period of time, by key. With a length of 0 there is one period for all time. A period is written, in order, when the
     * reading has moved on by {@link #KEPT_OPEN} periods. The first and the last are cut to the requested time; otherwise their rates would be
     * too low. Not thread-safe.
     */
    private final class Periods {

        /** How many periods stay open. Lines are read in the order of their ends, so a long line is late, and so is one after a clock was set back. */
        static final int KEPT_OPEN = 4;

        private final Target target;
        private final TreeMap<Long, Map<SumKey, HistogramSum>> open = new TreeMap<>();
        private long closedBefore = Long.MIN_VALUE;

        Periods(Target target) {
            this.target = target;
        }

        void add(SumKey key, Histogram histogram, Untimed untimed) {
            long start = histogram.getStartTimeStamp();
            long period = everyMillis == 0 ? 0 : start - Math.floorMod(start, everyMillis);
            if (period < closedBefore) {
                counts.addLate();
            }
            open.computeIfAbsent(period, any -> new HashMap<>())
                    .computeIfAbsent(key, any -> new HistogramSum())
                    .add(histogram, untimed);
        }

        /** Writes the periods that can get no further line, as all later lines end at this time or after it. */
        void closeUntil(long endMillis) throws IOException {
            if (everyMillis > 0 && !open.isEmpty()) {
                long before = endMillis - KEPT_OPEN * everyMillis;
                while (!open.isEmpty() && open.firstKey() < before) {
                    closeFirst();
                }
                closedBefore = Math.max(closedBefore, before);
            }
        }

        void close() throws IOException {
            while (!open.isEmpty()) {
                closeFirst();
            }
        }

        private void closeFirst() throws IOException {
            Map.Entry<Long, Map<SumKey, HistogramSum>> period = open.pollFirstEntry();
            List<SumKey> order =
                    period.getValue().keySet().stream().sorted(SumKey.ORDER).toList();
            long from = everyMillis == 0 ? Long.MIN_VALUE : Math.max(period.getKey(), filter.fromMillis());
            long to = everyMillis == 0 ? Long.MAX_VALUE : Math.min(period.getKey() + everyMillis, filter.toMillis());
            Map<String, Long> coveredMillis = new HashMap<>();
            for (SumKey key : order) {
                HistogramSum sum = period.getValue().remove(key);
                Histogram total = sum.total();
                total.setTag(key.text());
                if (everyMillis > 0) {
                    total.setStartTimeStamp(from);
                    total.setEndTimeStamp(to);
                }
                counts.addWritten();
                target.line(
                        key.tag(),
                        sum,
                        coveredMillis.computeIfAbsent(key.host(), host -> coverage.millis(host, from, to)));
            }
        }
    }

    /**
     * Prepares a merge.
     *
     * @param sources the logs, in any order
     * @param filter the lines to include
     * @param everyMillis the length of a period; 0 for one period of all time. Periods begin at multiples of their length since 1970. A
     *     line belongs to the period in which it begins
     * @param skipsBad whether malformed lines are counted and skipped; otherwise the first one ends the merge
     */
    public LogMerge(List<LogSource> sources, LineFilter filter, long everyMillis, boolean skipsBad) {
        this.sources = List.copyOf(sources);
        this.filter = filter;
        this.everyMillis = everyMillis;
        this.skipsBad = skipsBad;
    }

    /**
     * Reads all logs once.
     *
     * @param target the receiver of the sums, in the order of periods, and in one period by probe, tags and outcome
     * @param progress called after each line, on this thread
     * @return the counts of lines
     * @throws BadLogException if a line is malformed and such lines are not skipped
     * @throws IOException if a log cannot be read or the target fails
     */
    public MergeCounts run(Target target, Runnable progress) throws IOException {
        Periods periods = new Periods(target);
        if (everyMillis == 0) {
            scan(periods::add, progress);
        } else {
            inOrderOfTime(periods, progress);
        }
        periods.close();
        return counts;
    }

    /**
     * Reads all logs once, one after the other, without summing anything up.
     *
     * @param lines the receiver of the lines
     * @param progress called after each line, on this thread
     * @return the counts of lines
     * @throws IOException if a log cannot be read, or a line is malformed and such lines are not skipped
     */
    public MergeCounts scan(Lines lines, Runnable progress) throws IOException {
        return scan((LogSource any) -> lines, progress);
    }

    /**
     * Reads all logs once, one after the other, each for a receiver of its own.
     *
     * @param lines the receiver of a log's lines
     * @param progress called after each line, on this thread
     * @return the counts of lines
     * @throws IOException if a log cannot be read, or a line is malformed and such lines are not skipped
     */
    public MergeCounts scan(Function<LogSource, Lines> lines, Runnable progress) throws IOException {
        for (LogSource source : sources) {
            Lines ofSource = lines.apply(source);
            try (LogCursor cursor = cursor(source)) {
                while (next(cursor)) {
                    take(cursor, ofSource);
                    progress.run();
                }
            }
        }
        return counts;
    }

    /**
     * The time that the logs cover, of the lines read so far.
     *
     * @return in ms; what several logs cover counts once
     */
    public long coveredMillis() {
        return coverage.millis("", Long.MIN_VALUE, Long.MAX_VALUE);
    }

    private LogCursor cursor(LogSource source) {
        return new LogCursor(source, bytesRead, counts, skipsBad);
    }

    /** Each log is opened when its time has come, so that old rotated logs and new ones are not open together. */
    private void inOrderOfTime(Periods periods, Runnable progress) throws IOException {
        List<LogCursor> cursors = sources.stream().map(this::cursor).toList();
        try {
            inOrderOfTime(cursors, periods, progress);
        } finally {
            for (LogCursor cursor : cursors) {
                cursor.close();
            }
        }
    }

    private void inOrderOfTime(List<LogCursor> cursors, Periods periods, Runnable progress) throws IOException {
        PriorityQueue<LogCursor> queue = new PriorityQueue<>(Comparator.comparingLong(LogCursor::endMillis));
        for (LogCursor cursor : cursors) {
            if (cursor.peek()) {
                cover(cursor);
                queue.add(cursor);
            }
        }
        while (!queue.isEmpty()) {
            LogCursor cursor = queue.poll();
            if (cursor.line() != null || next(cursor)) {
                periods.closeUntil(cursor.endMillis());
                take(cursor, periods::add);
                progress.run();
                if (next(cursor)) {
                    queue.add(cursor);
                }
            }
        }
    }

    /** A line shows that its log covers the time before it. This counts at once, since those periods may be closed before the line is added. */
    private boolean next(LogCursor cursor) throws IOException {
        boolean isThere = cursor.next();
        cover(cursor);
        return isThere;
    }

    private void cover(LogCursor cursor) {
        if (cursor.line() != null && filter.isInTime(cursor.line().startMillis())) {
            coverage.add(cursor);
        }
    }

    private void take(LogCursor cursor, Lines lines) throws BadLogException {
        LogLine line = cursor.line();
        if (!filter.isInTime(line.startMillis())) {
            return;
        }
        SumKey key = key(line.tag(), cursor.host());
        if (key == null) {
            return;
        }
        Histogram histogram = cursor.histogram();
        if (histogram != null) {
            counts.addLine();
            lines.add(key, histogram, Untimed.of(histogram, line.untimed(), line.isUniform()));
        }
    }

    /** The key of a tag in a log of that host; null if the filter excludes it. */
    private SumKey key(String tag, String host) {
        SumKey key = keysByHost
                .computeIfAbsent(host, any -> new HashMap<>())
                .computeIfAbsent(tag, text -> newKey(text, host));
        return key == EXCLUDED ? null : key;
    }

    private SumKey newKey(String tag, String host) {
        SumKey key = SumKey.of(tag, host);
        seen.add(key.tag());
        return filter.isWanted(key.tag()) ? keys.computeIfAbsent(key, same -> same) : EXCLUDED;
    }

    /**
     * Why no line was taken, after a reading that took none.
     *
     * @return a sentence
     */
    public String nothing() {
        Set<String> names = new TreeSet<>();
        seen.stream().filter(LogMerge::isOfCalls).map(Tag::name).forEach(names::add);
        for (NameGlob glob : filter.probes()) {
            if (!glob.toString().equals(Hub.SLOW_CALLS) && names.stream().noneMatch(glob::matches)) {
                return UnknownName.sentence(glob.toString(), names);
            }
        }
        return names.isEmpty() ? "no samples" : "no line is of what the options choose";
    }

    private static boolean isOfCalls(Tag tag) {
        return !tag.name().equals(Hub.SLOW_CALLS) && !tag.name().equals(StallSampler.PROBE);
    }

    /** Whether it is of all lines, so that none is an answer, too. */
    boolean takesAll() {
        return filter.equals(LineFilter.ALL);
    }

    /** The keys of all tags that lines have. */
    Set<String> tagKeys() {
        Set<String> all = new TreeSet<>();
        seen.stream()
                .filter(LogMerge::isOfCalls)
                .forEach(tag -> all.addAll(tag.tags().keySet()));
        return all;
    }

    /**
     * The logs to merge.
     *
     * @return the logs
     */
    public List<LogSource> sources() {
        return sources;
    }

    /**
     * The number of bytes to read.
     *
     * @return bytes of the files; 0 if a log is a stream, whose length is not known
     */
    public long bytesTotal() {
        boolean isKnown = sources.stream().allMatch(source -> source.path() != null);
        return isKnown ? sources.stream().mapToLong(LogSource::bytes).sum() : 0;
    }

    /**
     * The number of bytes read so far; from any thread.
     *
     * @return bytes read; of compressed logs, before decompression
     */
    public long bytesRead() {
        return bytesRead.sum();
    }
}
