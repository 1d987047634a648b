package org.latencyprobes.cli.why;

import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.figures.HistogramText;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.figures.HistogramRow;
import org.latencyprobes.cli.logs.HistogramSum;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.cli.logs.LogSources;
import org.latencyprobes.cli.logs.Untimed;
import org.latencyprobes.cli.merge.LogMerge;
import org.latencyprobes.internal.histogram.Tag;
import org.latencyprobes.internal.probe.Kind;

/**
 * The histograms of probes in histogram logs, of the lines that overlap some time; or those of a JVM that runs. Memory holds one for each probe, set of tags and
 * outcome. For one thread.
 */
final class LogHistograms {

    private final long fromMillis;
    private final long toMillis;
    private final Map<CallsKey, HistogramSum> sums = new TreeMap<>();
    private long lines;
    private long firstMillis = Long.MAX_VALUE;
    private long lastMillis;

    private LogHistograms(long fromMillis, long toMillis) {
        this.fromMillis = fromMillis;
        this.toMillis = toMillis;
    }

    /** None. */
    static LogHistograms none() {
        return new LogHistograms(0, 0);
    }

    /**
     * Reads logs.
     *
     * @param arguments files, folders or globs
     * @param fromMillis the time's start, in ms since 1970
     * @param toMillis its end
     * @param remarks gets what a reader should know
     * @throws IOException if a log cannot be read, or none has a line of that time; the message says so
     * @throws IllegalArgumentException if a path or glob is malformed
     */
    static LogHistograms read(
            List<String> arguments, boolean skipsBad, long fromMillis, long toMillis, List<String> remarks)
            throws IOException {
        LogHistograms read = new LogHistograms(fromMillis, toMillis);
        LogMerge logs =
                new LogMerge(new LogSources(false, null, System.in).find(arguments), LineFilter.ALL, 0, skipsBad);
        remarks.addAll(logs.scan((key, line, untimed) -> read.add(key.tag(), line), () -> {})
                .remarks());
        if (read.lines == 0) {
            throw new IOException(String.join(", ", arguments) + ": no line is of the recording's time, "
                    + time(fromMillis, toMillis)
                    + (read.lastMillis == 0 ? "" : "; there are lines of " + time(read.firstMillis, read.lastMillis)));
        }
        remarks.add("calls and percentiles: from "
                + Plural.of(logs.sources().size(), "histogram log", "histogram logs") + ", "
                + Plural.of(read.lines, "line", "lines") + " of the recording's time");
        return read;
    }

    /**
     * Those that the agent in the JVM has.
     *
     * @param answer with the table {@value HistogramRow#TABLE}
     */
    static LogHistograms of(Answer answer) {
        LogHistograms read = none();
        for (HistogramRow row : answer.all(HistogramRow.TABLE, HistogramRow.class)) {
            if (row.kind().equals(Kind.PROBE.label())) {
                read.sums
                        .computeIfAbsent(CallsKey.of(row), any -> new HistogramSum())
                        .add(HistogramText.parse(row.histogram()), Untimed.NONE);
            }
        }
        return read;
    }

    private static String time(long fromMillis, long toMillis) {
        return Instant.ofEpochMilli(fromMillis) + " to " + Instant.ofEpochMilli(toMillis);
    }

    private void add(Tag tag, Histogram line) {
        firstMillis = Math.min(firstMillis, line.getStartTimeStamp());
        lastMillis = Math.max(lastMillis, line.getEndTimeStamp());
        if (line.getEndTimeStamp() > fromMillis && line.getStartTimeStamp() < toMillis) {
            lines++;
            if (!LineFilter.isJitter(tag.name())) {
                String outcome = tag.outcome().isEmpty() ? "ok" : tag.outcome();
                sums.computeIfAbsent(new CallsKey(tag.name(), tag.tags(), outcome), any -> new HistogramSum())
                        .add(line, Untimed.NONE);
            }
        }
    }

    /** In the order of their names. */
    Set<CallsKey> keys() {
        return sums.keySet();
    }

    /** Empty where there is none. */
    Histogram of(CallsKey key) {
        HistogramSum sum = sums.get(key);
        return sum == null ? new Histogram(2) : sum.total();
    }
}
