package org.latencyprobes.cli;

import org.latencyprobes.agent.protocol.Table;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.latencyprobes.agent.command.CausesTable;
import org.latencyprobes.agent.command.ReportTable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.pattern.NameGlob;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.merge.LineFilter;

/** The options for which probes of a table are shown, and in which order. The rows of one probe stay together. */
final class RowOptions {

    private static final String BY_NAME = "name";
    private static final Map<String, String> COLUMNS = columns();

    private final Subcommand command;
    private final Supplier<String> sort;
    private final Supplier<List<String>> probes;
    private final Supplier<Integer> top;

    RowOptions(Subcommand command) {
        this.command = command;
        sort = command.value(Subcommand.option(String.class, "<by>", "--sort")
                .defaultValue(BY_NAME)
                .description(
                        "name, the default; or, the largest first, one of count, errors, rate, total, mean,",
                        "p50, p90, p99, p99.9, p99.99, worst.")
                .build());
        probes = command.probeNames();
        top = command.value(Subcommand.option(Integer.class, "<n>", "--top")
                .initialValue(Integer.MAX_VALUE)
                .description("At most that many probes.")
                .build());
    }

    private static Map<String, String> columns() {
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put(BY_NAME, "probe");
        columns.put("count", "count");
        columns.put("errors", "error");
        columns.put("rate", "perSecond");
        for (String time : List.of("total", "mean", "p50", "p90", "p99", "p99.9", "p99.99", "worst")) {
            columns.put(time, time.replace(".", "") + "us");
        }
        return columns;
    }

    /** Refuses values that are not allowed. */
    void check() {
        if (!COLUMNS.containsKey(sort.get())) {
            throw command.usageError(
                    "--sort " + sort.get() + " is not allowed; it takes " + String.join(", ", COLUMNS.keySet()));
        }
        command.requireAtLeast("--top", top.get(), 1);
    }

    /** Removes from an answer's table what is not to be shown, and sorts the rest; a failure where no probe has a name that is asked for. */
    Answer of(Answer all, String tableName, UnknownProbes.Others others) throws UnreachableException {
        Answer answer = UnknownProbes.check(all, all.find(tableName).stream().toList(), probes.get(), others);
        if (sort.get().equals(BY_NAME) && probes.get().isEmpty() && top.get() == Integer.MAX_VALUE) {
            return answer;
        }
        for (Table table : answer.tables()) {
            if (table.name().equals(tableName)) {
                select(answer, table);
                selectCauses(answer, table);
            }
        }
        return answer;
    }

    /** Those of the probes that are shown. */
    private static void selectCauses(Answer answer, Table shown) {
        Set<List<String>> probes =
                shown.rows().stream().map(row -> row.subList(0, 2)).collect(Collectors.toSet());
        answer.tables().stream()
                .filter(table -> table.name().equals(CausesTable.TABLE))
                .forEach(table -> table.rows().removeIf(row -> !probes.contains(row.subList(0, 2))));
    }

    private void select(Answer answer, Table table) {
        int column = table.indexOf(COLUMNS.get(sort.get()));
        List<NameGlob> globs = NameGlob.ofAll(probes.get());
        Map<List<String>, List<List<String>>> groups = table.rows().stream()
                .filter(row -> LineFilter.matches(globs, row.get(0)))
                .collect(Collectors.groupingBy(row -> row.subList(0, 2), LinkedHashMap::new, Collectors.toList()));
        Stream<List<List<String>>> sorted = groups.values().stream();
        if (!sort.get().equals(BY_NAME) && column >= 0) {
            sorted = sorted.sorted(Comparator.comparing((List<List<String>> rows) -> isJitter(table, rows.get(0)))
                    .thenComparing(Comparator.comparingDouble((List<List<String>> rows) -> greatest(rows, column))
                            .reversed()));
        }
        List<List<String>> rows =
                sorted.limit(top.get()).flatMap(List::stream).collect(Collectors.toCollection(ArrayList::new));
        table.rows().clear();
        table.rows().addAll(rows);
        if (groups.size() > top.get()) {
            answer.say(top.get() + " of " + groups.size() + " probes");
        }
    }

    private static boolean isJitter(Table table, List<String> row) {
        return table.name().equals(ReportTable.TABLE) && ReportTable.isJitter(row);
    }

    private static double greatest(List<List<String>> rows, int column) {
        return rows.stream()
                .map(row -> row.get(column))
                .mapToDouble(cell -> cell.isEmpty() ? -1 : Double.parseDouble(cell))
                .max()
                .orElse(-1);
    }
}
