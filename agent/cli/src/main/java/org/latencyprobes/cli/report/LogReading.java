package org.latencyprobes.cli.report;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.figures.StallsTable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.agent.stall.StallSampler;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.cli.live.RowKey;
import org.latencyprobes.cli.logs.HistogramSum;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.cli.logs.LogSource;
import org.latencyprobes.cli.logs.RunSources;
import org.latencyprobes.cli.logs.TimedBlocks;
import org.latencyprobes.cli.logs.Untimed;
import org.latencyprobes.cli.merge.LogMerge;
import org.latencyprobes.cli.merge.MergeTable;
import org.latencyprobes.cli.merge.SumKey;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.probe.Hub;

/**
 * A reading of histogram logs for a report. Memory holds a histogram for each probe, outcome and run, two more for each probe and outcome, and
 * 128 packed ones, whatever the length of the logs; and for each of their lines with stalls, some 24 bytes. For one thread.
 */
public final class LogReading {

    /** The most blocks of time for each recording: as many columns as a picture can show. */
    private static final int MOST_BLOCKS = 128;

    private static final int MOST_NAMED = 8;

    private final Map<SumKey, Sums> sums = new TreeMap<>(SumKey.ORDER);
    private long startMillis = Long.MAX_VALUE;
    private long endMillis;

    /**
     * What was read.
     *
     * @param content of the report
     * @param coveredMillis the time that the logs cover, or {@link #OF_SEVERAL}
     */
    public record Read(ReportContent content, long coveredMillis) {

        /** Of several runs, whose times may overlap. */
        static final long OF_SEVERAL = -1;
    }

    /** What is read of one probe and outcome. */
    private static final class Sums {

        private final HistogramSum total = new HistogramSum();
        private final Map<String, HistogramSum> runs = new LinkedHashMap<>();
        private final TimedBlocks blocks = new TimedBlocks(MOST_BLOCKS);
        private final List<StallMark> stalls = new ArrayList<>();
    }

    private LogReading() {}

    /**
     * Reads logs.
     *
     * @param arguments files, folders or globs; a log and what was rotated from it are one run
     * @param skipsBad whether malformed lines are counted and skipped; otherwise the first one ends the reading
     * @return what they hold
     * @throws IOException if a log cannot be read or none has samples
     * @throws IllegalArgumentException if a path or glob is malformed
     */
    public static Read read(List<String> arguments, boolean skipsBad) throws IOException {
        Map<String, List<LogSource>> runs = RunSources.find(arguments);
        Map<LogSource, String> runOf = new LinkedHashMap<>();
        runs.forEach((run, logs) -> logs.forEach(log -> runOf.put(log, run)));
        LogReading reading = new LogReading();
        LogMerge logs = new LogMerge(List.copyOf(runOf.keySet()), LineFilter.ALL, 0, skipsBad);
        List<String> remarks = logs.scan(
                        source -> (key, line, untimed) -> reading.add(runOf.get(source), key, line, untimed), () -> {})
                .remarks();
        if (reading.sums.isEmpty()) {
            throw new IOException(String.join(", ", arguments) + ": no samples");
        }
        return new Read(
                reading.content(String.join(", ", arguments), List.copyOf(runs.keySet()), logs, remarks),
                runs.size() > 1 ? Read.OF_SEVERAL : logs.coveredMillis());
    }

    private void add(String run, SumKey key, Histogram line, Untimed untimed) {
        Sums of = sums.computeIfAbsent(key, any -> new Sums());
        startMillis = Math.min(startMillis, line.getStartTimeStamp());
        endMillis = Math.max(endMillis, line.getEndTimeStamp());
        of.total.add(line, untimed);
        if (key.tag().name().equals(StallSampler.PROBE)) {
            of.stalls.add(new StallMark(line.getStartTimeStamp(), line.getMean() * line.getTotalCount()));
        } else {
            of.runs.computeIfAbsent(run, any -> new HistogramSum()).add(line, Untimed.NONE);
            of.blocks.add(line);
        }
    }

    private ReportContent content(String arguments, List<String> runs, LogMerge logs, List<String> remarks) {
        Answer answer = new Answer();
        remarks.forEach(answer::say);
        List<ReportRow> rows = new ArrayList<>();
        StallsTable stalls = new StallsTable(null);
        SlowTimeTable causes = new SlowTimeTable();
        Map<String, List<StallMark>> marks = new TreeMap<>();
        List<Recording> recordings = new ArrayList<>();
        sums.forEach((key, of) -> {
            Interval interval = MergeTable.interval(key.tag(), of.total);
            if (stalls.add(interval)) {
                marks.put(key.tag().tags().getOrDefault(StallSampler.KIND, ""), of.stalls);
            } else if (key.tag().name().equals(Hub.SLOW_CALLS)) {
                causes.add(interval);
            } else {
                ReportRow row = MergeTable.row(key.tag(), of.total, logs.coveredMillis());
                rows.add(row);
                recordings.add(recording(row, of));
            }
        });
        answer.add(ReportRow.TABLE, ReportRow.class, rows);
        stalls.to(answer);
        causes.to(answer);
        return new ReportContent(
                "Latencies of " + arguments,
                facts(runs, logs),
                answer,
                List.of(),
                recordings,
                marks,
                "No calls of probes are in what is shown of these logs.",
                remarks);
    }

    private static Recording recording(ReportRow row, Sums of) {
        Map<String, Histogram> runs = new LinkedHashMap<>();
        of.runs.forEach((run, sum) -> runs.put(run, sum.total()));
        return new Recording(RowKey.of(row, 0), runs, of.blocks.histograms());
    }

    private Map<String, String> facts(List<String> runs, LogMerge logs) {
        Map<String, String> facts = new LinkedHashMap<>();
        String more = runs.size() > MOST_NAMED ? " and " + (runs.size() - MOST_NAMED) + " more" : "";
        facts.put(
                "Logs",
                Plural.of(logs.sources().size(), "file", "files") + ", "
                        + Plural.of(runs.size(), "run", "runs") + ": "
                        + String.join(
                                ", ",
                                runs.stream()
                                        .limit(MOST_NAMED)
                                        .map(run -> String.valueOf(Path.of(run).getFileName()))
                                        .toList())
                        + more);
        facts.put(
                "Time",
                Instant.ofEpochMilli(startMillis) + " to " + Instant.ofEpochMilli(endMillis)
                        + ", of which the logs cover " + DurationText.of(logs.coveredMillis() * 1e6));
        facts.put("Machine and JVM", "not in histogram logs");
        facts.put("Page made by", "latency-probes " + Version.text());
        return facts;
    }
}
