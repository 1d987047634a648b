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
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.report.Grid;

/**
 * An answer's tables as people read them: aligned, without columns that say nothing. A few methods that are explained stand one below the
 * other instead. Options at their defaults and moments in milliseconds are for scripts.
 */
public final class Text {

    private static final String EXPLAINED = "explain";
    private static final int MOST_BLOCKS = 10;
    private static final List<String> HEAD = List.of("className", "method", "verdict");
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private Text() {}

    /**
     * Writes the tables.
     *
     * @param answer what came of a command
     * @return lines, each ended; empty if there is no row to show
     */
    public static String tables(Answer answer) {
        List<Answer.Table> shown = answer.tables().stream()
                .map(Text::forPeople)
                .filter(table -> !table.rows().isEmpty())
                .toList();
        return shown.stream()
                .map(table -> table.name().equals(EXPLAINED) && table.rows().size() <= MOST_BLOCKS
                        ? blocks(table)
                        : title(table, shown.size()) + grid(table))
                .collect(Collectors.joining("\n"));
    }

    /**
     * A sentence that may hold line ends, but nothing that steers the terminal.
     *
     * @param sentence for people
     * @return the same, made harmless
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

    private static String title(Answer.Table table, int tables) {
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
        Grid grid = new Grid(
                shown.stream().map(i -> columns.get(i).heading()).toList(),
                shown.stream().map(i -> !columns.get(i).isNumeric()).toList());
        for (List<String> row : table.rows()) {
            grid.add(shown.stream().map(i -> columns.get(i).text(row.get(i))).toList());
        }
        return grid.text();
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
