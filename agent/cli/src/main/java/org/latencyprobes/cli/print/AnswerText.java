package org.latencyprobes.cli.print;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongBinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.latencyprobes.agent.command.Costs;
import org.latencyprobes.agent.command.ReportTable;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.report.FiguresText;
import org.latencyprobes.report.Grid;

/**
 * An answer's tables as text for people: aligned, without empty columns. A few explained methods have a block each instead. Options at their
 * defaults and times in milliseconds are left out, since they are for scripts.
 */
public final class AnswerText {

    private static final String EXPLAINED = "explain";
    private static final int MAX_BLOCKS = 10;
    private static final int WIDTH = 100;
    private static final List<String> HEAD = List.of("className", "method", "verdict");
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private AnswerText() {}

    /**
     * Formats the tables.
     *
     * @param answer the answer of a command
     * @return lines, each with a line end; empty if there is no row to show
     */
    public static String tables(Answer answer) {
        List<Answer.Table> shown = answer.tables().stream()
                .map(AnswerText::forPeople)
                .filter(table -> !table.rows().isEmpty())
                .toList();
        long titled = shown.stream()
                .filter(table -> !table.name().equals(Costs.TABLE))
                .count();
        return shown.stream()
                .map(table -> (table.name().equals(Costs.TABLE) ? "" : "\n") + text(table, titled))
                .collect(Collectors.joining())
                .replaceFirst("\\A\n", "");
    }

    private static String text(Answer.Table table, long tables) {
        if (table.name().equals(Costs.TABLE)) {
            return Costs.of(table.rows().get(0)).lines().stream()
                    .map(line -> line + '\n')
                    .collect(Collectors.joining());
        }
        if (table.name().equals(EXPLAINED) && table.rows().size() <= MAX_BLOCKS) {
            return blocks(table);
        }
        return title(table, tables) + (isReport(table) ? report(table) : grid(table));
    }

    /** Whether it is a report. A table of periods has one column more. */
    private static boolean isReport(Answer.Table table) {
        return table.name().equals(ReportTable.TABLE)
                && table.columns().contains("p9999us")
                && !table.columns().contains("start");
    }

    private static String report(Answer.Table table) {
        return FiguresText.of(table.rows().stream().map(ReportTable::figures).toList());
    }

    /**
     * A sentence without control characters, except for line ends.
     *
     * @param sentence the sentence
     * @return the sentence with control characters escaped
     */
    public static String sentence(String sentence) {
        return sentence.lines().map(Column::inOneLine).collect(Collectors.joining("\n"));
    }

    private static Answer.Table forPeople(Answer.Table table) {
        int source = table.columns().indexOf("source");
        return source < 0
                ? table
                : new Answer.Table(
                        table.name(),
                        table.columns(),
                        table.rows().stream()
                                .filter(row -> !row.get(source).equals("default"))
                                .toList());
    }

    private static String title(Answer.Table table, long tables) {
        List<String> parts = new ArrayList<>();
        if (tables > 1) {
            parts.add(table.name());
        }
        if (table.columns().contains("startMillis")) {
            parts.add(moment(table, "startMillis", Math::min) + " to " + moment(table, "endMillis", Math::max));
        }
        if (table.columns().stream().anyMatch(name -> new Column(name).isMicros())) {
            parts.add("times in µs");
        }
        return parts.isEmpty() ? "" : String.join(", ", parts) + '\n';
    }

    private static String moment(Answer.Table table, String column, LongBinaryOperator choice) {
        int index = table.columns().indexOf(column);
        long millis = table.rows().stream()
                .mapToLong(row -> Long.parseLong(row.get(index)))
                .reduce(choice)
                .orElseThrow();
        return MOMENT.format(LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneId.systemDefault()));
    }

    private static String grid(Answer.Table table) {
        List<Column> columns = table.columns().stream().map(Column::new).toList();
        List<Integer> shown = IntStream.range(0, columns.size())
                .filter(i -> !columns.get(i).name().endsWith("Millis"))
                .filter(i ->
                        table.rows().stream().anyMatch(row -> !columns.get(i).isNothing(row.get(i))))
                .boxed()
                .toList();
        String text = grid(table, columns, shown);
        boolean isWide = text.lines().anyMatch(line -> line.length() > WIDTH);
        return isWide && table.name().equals("probes") ? stacked(table, columns, shown) : text;
    }

    private static String grid(Answer.Table table, List<Column> columns, List<Integer> shown) {
        Grid grid = new Grid(
                shown.stream().map(i -> columns.get(i).heading()).toList(),
                shown.stream().map(i -> !columns.get(i).isNumeric()).toList());
        for (List<String> row : table.rows()) {
            grid.add(shown.stream().map(i -> columns.get(i).text(row.get(i))).toList());
        }
        return grid.text();
    }

    /** The table with name and tags on a line above the other columns. */
    private static String stacked(Answer.Table table, List<Column> columns, List<Integer> shown) {
        List<Integer> rest = shown.stream().filter(i -> i > 1).toList();
        List<String> lines = grid(table, columns, rest).lines().toList();
        StringBuilder text =
                new StringBuilder(columns.get(0).heading()).append("\n  ").append(lines.get(0));
        for (int row = 0; row < table.rows().size(); row++) {
            List<String> cells = table.rows().get(row);
            String tags = cells.get(1).isEmpty() ? "" : " " + columns.get(1).text(cells.get(1));
            text.append('\n').append(columns.get(0).text(cells.get(0))).append(tags);
            text.append("\n  ").append(lines.get(row + 1));
        }
        return text.append('\n').toString();
    }

    private static String blocks(Answer.Table table) {
        return table.rows().stream().map(row -> block(table.columns(), row)).collect(Collectors.joining("\n"));
    }

    private static String block(List<String> columns, List<String> row) {
        String method = row.get(columns.indexOf("className")) + '#' + row.get(columns.indexOf("method"));
        Grid grid = new Grid(2, List.of("  verdict", row.get(columns.indexOf("verdict"))));
        for (int i = 0; i < row.size(); i++) {
            Column column = new Column(columns.get(i));
            if (!HEAD.contains(column.name()) && !column.isNothing(row.get(i))) {
                grid.add(List.of("  " + column.heading(), column.text(row.get(i))));
            }
        }
        return Column.inOneLine(method) + '\n' + grid.text();
    }
}
