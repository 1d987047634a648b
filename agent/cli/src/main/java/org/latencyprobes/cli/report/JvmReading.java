package org.latencyprobes.cli.report;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.latencyprobes.agent.figures.HistogramText;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.agent.protocol.figures.HistogramRow;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.agent.protocol.state.OptionRow;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.live.LiveFeed;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.live.RowKey;
import org.latencyprobes.cli.print.ReportFigures;

/** A reading of a JVM for a report, from what its agent answers. Stateless. */
public final class JvmReading {

    private static final int MOST_CALLS = 50;
    private static final int MOST_STACKS = 10;

    private static final String NOT_WATCHED =
            "A running JVM keeps no latency over time. The option --for watches it for some time first. For more than ten minutes, set its"
                    + " option hlog, and make the report of the files that it writes.";
    private static final String NO_CALL = "No call of these probes ended while the JVM was watched.";

    private JvmReading() {}

    /**
     * Reads a JVM.
     *
     * @param pid the JVM
     * @param since since when: as {@code report} takes it
     * @param hasCauses whether the causes of slow calls are printed too
     * @param watched what is known of its last minutes, for latency over time; may be nothing
     * @param agent of the JVM
     * @return its answer where it refused; else what it holds
     * @throws UnreachableException if the agent cannot be asked
     */
    public static ReportContent read(long pid, String since, boolean hasCauses, LiveModel watched, LiveFeed.Agent agent)
            throws UnreachableException {
        Answer answer = agent.ask(new Request.Report(since, null, true, true));
        List<Table> more = new ArrayList<>();
        List<String> remarks = new ArrayList<>(answer.sentences());
        Map<String, String> facts = new LinkedHashMap<>();
        if (answer.exitCode() == ExitCode.OK) {
            Answer slow = agent.ask(new Request.Slow(MOST_CALLS, MOST_STACKS, null));
            if (slow.exitCode() == ExitCode.OK) {
                more.addAll(slow.tables());
            } else {
                remarks.addAll(slow.sentences());
            }
            Answer status = agent.ask(new Request.Status(true));
            status.find(OptionRow.TABLE).ifPresent(more::add);
            facts.putAll(ReportHead.of(answer, status));
        }
        List<ReportRow> rows = answer.all(ReportRow.TABLE, ReportRow.class);
        WatchedTime time = new WatchedTime(watched);
        time.facts(facts);
        remarks.addAll(ReportFigures.remarks(rows));
        int leftOut = watched.view().leftOut();
        if (leftOut > 0) {
            remarks.add(leftOut + " series with the least calls have no latency over time");
        }
        List<Recording> recordings = recordings(rows, answer.all(HistogramRow.TABLE, HistogramRow.class), time);
        answer.tables().removeIf(table -> table.name().equals(HistogramRow.TABLE));
        if (!hasCauses) {
            take(answer, CauseShare.TABLE).ifPresent(more::add);
        }
        return new ReportContent(
                "Latencies of process " + pid,
                facts,
                answer,
                more,
                recordings,
                time.stalls(),
                time.isNone() ? NOT_WATCHED : NO_CALL,
                remarks);
    }

    private static Optional<Table> take(Answer answer, String name) {
        Optional<Table> table = answer.find(name);
        table.ifPresent(answer.tables()::remove);
        return table;
    }

    /** Copies of a probe have histograms in the order of their rows; a row without a timed call has none. */
    private static List<Recording> recordings(List<ReportRow> rows, List<HistogramRow> histograms, WatchedTime time) {
        Map<List<Object>, Deque<HistogramRow>> left = new HashMap<>();
        for (HistogramRow row : histograms) {
            List<Object> key = List.of(row.probe(), row.tags(), row.outcome(), row.kind());
            left.computeIfAbsent(key, any -> new ArrayDeque<>()).add(row);
        }
        List<Integer> copies = ReportFigures.copies(rows);
        List<Recording> recordings = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            ReportRow row = rows.get(i);
            Deque<HistogramRow> own =
                    left.getOrDefault(List.of(row.probe(), row.tags(), row.outcome(), row.kind()), new ArrayDeque<>());
            if (row.timedCalls() > 0 && !own.isEmpty()) {
                RowKey series = RowKey.of(row, copies.get(i));
                HistogramRow histogram = own.remove();
                recordings.add(new Recording(
                        series,
                        Map.of("", HistogramText.parse(histogram.histogram())),
                        time.blocks(series, histogram.owner())));
            }
        }
        return recordings;
    }
}
