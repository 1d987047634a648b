package org.latencyprobes.cli.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.cli.live.RowKey;
import org.latencyprobes.cli.print.ReportFigures;

/**
 * What a report is made of, from logs or from a JVM. Not thread-safe.
 *
 * @param title of the report
 * @param facts names and values, about machine, JVM and recordings
 * @param answer the tables that are printed too; the rows of its table {@code report} say which recordings are shown, and in which order
 * @param more tables for the page alone
 * @param recordings by probe and outcome, also those that are not shown
 * @param stalls by kind, in the order of time
 * @param noTime why there is no latency over time, in sentences, where there is none
 * @param remarks what a reader should know, one sentence each
 */
public record ReportContent(
        String title,
        Map<String, String> facts,
        Answer answer,
        List<Table> more,
        List<Recording> recordings,
        Map<String, List<StallMark>> stalls,
        String noTime,
        List<String> remarks) {

    /** The rows that are shown. */
    List<ReportRow> rows() {
        return all(ReportRow.TABLE, ReportRow.class);
    }

    /** The rows of the table of a name; empty where there is no such table. */
    <R extends Record> List<R> all(String name, Class<R> type) {
        return table(name).map(table -> table.records(type)).orElse(List.of());
    }

    /** A table by its name. */
    Optional<Table> table(String name) {
        List<Table> all = new ArrayList<>(answer.tables());
        all.addAll(more);
        return all.stream().filter(table -> table.name().equals(name)).findFirst();
    }

    /** The recordings with samples that are shown, in the order of their rows. */
    List<Recording> shown() {
        Map<RowKey, Recording> byKey = new HashMap<>();
        recordings.forEach(each -> byKey.put(each.key(), each));
        List<ReportRow> rows = rows();
        List<Integer> copies = ReportFigures.copies(rows);
        return IntStream.range(0, rows.size())
                .mapToObj(i -> byKey.get(RowKey.of(rows.get(i), copies.get(i))))
                .filter(recording -> recording != null && recording.total() != null)
                .toList();
    }

    /** Those of calls, the ones with the most time first. */
    List<Recording> byTime() {
        return shown().stream()
                .filter(Recording::isCalls)
                .sorted(Comparator.comparingDouble(ReportContent::time).reversed())
                .toList();
    }

    private static double time(Recording recording) {
        return recording.runs().values().stream()
                .mapToDouble(run -> run.getMean() * run.getTotalCount())
                .sum();
    }

    /** Whether it is from a JVM, whose run has no name. */
    boolean isOfJvm() {
        return runs().equals(List.of(""));
    }

    /** The names of all runs. */
    List<String> runs() {
        return recordings.stream()
                .flatMap(recording -> recording.runs().keySet().stream())
                .distinct()
                .toList();
    }
}
