package org.latencyprobes.cli.base;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.latencyprobes.agent.pattern.NameGlob;
import org.latencyprobes.agent.pattern.NearestName;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.agent.protocol.figures.ProbeRow;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.cli.jvm.UnreachableException;
import org.latencyprobes.cli.logs.LineFilter;

/** The options for which probes of a table are shown, and in which order. The rows of one probe stay together. */
public final class RowOptions {

    private static final String BY_NAME = "name";
    private static final String ERROR = "error";

    /** What a table of {@link ReportRow} can be sorted by. */
    public static final List<String> OF_REPORT =
            List.of(BY_NAME, "count", "errors", "rate", "total", "mean", "p50", "p90", "p99", "p99.9", "p99.99", "max");

    /** What a table of {@link ProbeRow} can be sorted by. */
    public static final List<String> OF_PROBES =
            List.of(BY_NAME, "count", "errors", "total", "mean", "p50", "p99", "max");

    private final Subcommand command;
    private final List<String> allowed;
    private final Supplier<String> sort;
    private final Supplier<List<String>> probes;
    private final Supplier<Integer> top;

    /** A row of either table: what it is chosen and sorted by. */
    private record Row(Record shown, String probe, Map<String, String> tags, boolean isJitter, double figure) {

        List<Object> key() {
            return List.of(probe, tags);
        }
    }

    public RowOptions(Subcommand command, List<String> allowed) {
        this.command = command;
        this.allowed = allowed;
        sort = command.value(Subcommand.option(String.class, "<by>", "--sort")
                .defaultValue(BY_NAME)
                .description("name, the default; or, the largest first, one of "
                        + String.join(", ", allowed.subList(1, allowed.size())) + '.')
                .build());
        probes = command.probeNames();
        top = command.value(Subcommand.option(Integer.class, "<n>", "-n")
                .initialValue(Integer.MAX_VALUE)
                .description("At most that many probes.")
                .build());
    }

    /** Refuses values that are not allowed. */
    public void check() {
        if (!allowed.contains(sort.get())) {
            throw command.usageError("--sort " + NearestName.notAllowed(sort.get(), allowed));
        }
        command.requireAtLeast("-n", top.get(), 1);
    }

    /** The names of the probes that are asked for, as they were written; none for all. */
    public List<String> probes() {
        return probes.get();
    }

    /** Removes from an answer's table what is not to be shown, and sorts the rest; a failure where no probe has a name that is asked for. */
    public Answer of(Answer all, String tableName, UnknownProbes.Others others) throws UnreachableException {
        List<Row> rows = all.find(tableName).map(this::rows).orElse(List.of());
        List<String> names = rows.stream().map(Row::probe).toList();
        List<String> wanted = UnknownProbes.read(all, names, probes.get());
        Answer answer = UnknownProbes.check(all, names, wanted, others);
        if (answer == all
                && !(sort.get().equals(BY_NAME) && probes.get().isEmpty() && top.get() == Integer.MAX_VALUE)) {
            List<Row> shown = shown(answer, rows, NameGlob.ofAll(wanted));
            Set<List<Object>> keys = shown.stream().map(Row::key).collect(Collectors.toSet());
            answer.tables()
                    .replaceAll(table -> table.name().equals(tableName)
                            ? table.with(shown.stream().map(Row::shown).toList())
                            : table.name().equals(CauseShare.TABLE) ? causes(table, keys) : table);
        }
        return answer;
    }

    private List<Row> rows(Table table) {
        List<Row> rows = new ArrayList<>();
        if (table.name().equals(ProbeRow.TABLE)) {
            for (ProbeRow row : table.records(ProbeRow.class)) {
                rows.add(new Row(row, row.probe(), row.tags(), false, figure(row)));
            }
        } else {
            for (ReportRow row : table.records(ReportRow.class)) {
                rows.add(new Row(row, row.probe(), row.tags(), row.isJitter(), figure(row)));
            }
        }
        return rows;
    }

    /** What rows are sorted by; NaN where they stay in the order of names, or it is not known. */
    private double figure(ReportRow row) {
        return switch (sort.get()) {
            case "count" -> row.count();
            case "errors" -> row.outcome().equals(ERROR) ? row.count() : Double.NaN;
            case "rate" -> row.perSecond();
            case "total" -> row.totalus();
            case "mean" -> row.meanus();
            case "p50" -> known(row.p50us(), row.maxus());
            case "p90" -> known(row.p90us(), row.maxus());
            case "p99" -> known(row.p99us(), row.maxus());
            case "p99.9" -> known(row.p999us(), row.maxus());
            case "p99.99" -> known(row.p9999us(), row.maxus());
            case "max" -> row.maxus();
            default -> Double.NaN;
        };
    }

    /** What too few calls support is at most their max: rare slow calls are not sorted behind what is known to be fast. */
    private static double known(double percentile, double max) {
        return Double.isNaN(percentile) ? max : percentile;
    }

    private double figure(ProbeRow row) {
        return switch (sort.get()) {
            case "count" -> row.count();
            case "errors" -> row.error();
            case "total" -> row.totalus();
            case "mean" -> row.meanus();
            case "p50" -> known(row.p50us(), row.maxus());
            case "p99" -> known(row.p99us(), row.maxus());
            case "max" -> row.maxus();
            default -> Double.NaN;
        };
    }

    private List<Row> shown(Answer answer, List<Row> rows, List<NameGlob> globs) {
        Map<List<Object>, List<Row>> groups = rows.stream()
                .filter(row -> LineFilter.matches(globs, row.probe()))
                .collect(Collectors.groupingBy(Row::key, LinkedHashMap::new, Collectors.toList()));
        if (groups.size() > top.get()) {
            answer.say(top.get() + " of " + groups.size() + " probes");
        }
        return groups.values().stream()
                .sorted(Comparator.comparing((List<Row> group) -> group.get(0).isJitter())
                        .thenComparing(
                                Comparator.comparingDouble(RowOptions::greatest).reversed()))
                .limit(top.get())
                .flatMap(List::stream)
                .toList();
    }

    private static double greatest(List<Row> group) {
        return group.stream()
                .mapToDouble(row -> Double.isNaN(row.figure()) ? -1 : row.figure())
                .max()
                .orElse(-1);
    }

    /** Those of the probes that are shown. */
    private static Table causes(Table table, Set<List<Object>> probes) {
        return table.with(table.records(CauseShare.class).stream()
                .filter(share -> probes.contains(List.of(share.probe(), share.tags())))
                .toList());
    }
}
