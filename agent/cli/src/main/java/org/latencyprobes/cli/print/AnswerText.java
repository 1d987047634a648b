package org.latencyprobes.cli.print;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongBinaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.latencyprobes.agent.command.CausesTable;
import org.latencyprobes.agent.command.CausesText;
import org.latencyprobes.agent.command.Costs;
import org.latencyprobes.agent.command.NestingTable;
import org.latencyprobes.agent.command.ReportTable;
import org.latencyprobes.agent.command.Texts;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.Column;
import org.latencyprobes.analysis.markup.VisibleText;
import org.latencyprobes.report.Figures;
import org.latencyprobes.report.Grid;
import org.latencyprobes.report.ReportTableText;
import org.latencyprobes.report.SampledRemark;

/**
 * An answer's tables as text for people: aligned, without empty columns. A few explained methods have a block each instead. Options at their
 * defaults and times in milliseconds are left out, since they are for scripts.
 */
public final class AnswerText {

    private static final String EXPLAINED = "explain";
    private static final int MAX_BLOCKS = 10;
    private static final int WIDTH = 100;
    private static final List<String> HEAD = List.of("className", "method", "verdict");

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
        long titled = shown.stream().filter(table -> !isBelow(table)).count();
        return shown.stream()
                .map(table -> (isBelow(table) ? "" : "\n") + text(table, titled))
                .collect(Collectors.joining())
                .replaceFirst("\\A\n", "");
    }

    private static String text(Answer.Table table, long tables) {
        if (table.name().equals(Costs.TABLE)) {
            return Costs.of(table.rows().get(0)).lines().stream()
                    .map(line -> line + '\n')
                    .collect(Collectors.joining());
        }
        if (table.name().equals(NestingTable.TABLE)) {
            return sentences(NestingTable.lines(table.rows()));
        }
        if (table.name().equals(CausesTable.TABLE)) {
            return sentences(CausesText.lines(table.rows(), true));
        }
        if (table.name().equals(EXPLAINED) && table.rows().size() <= MAX_BLOCKS) {
            return blocks(table);
        }
        return title(table, tables) + (isReport(table) ? report(table) : grid(table));
    }

    private static String sentences(List<String> lines) {
        return lines.stream().map(line -> sentence(line) + '\n').collect(Collectors.joining());
    }

    /** Whether it is shown as lines below another table. */
    private static boolean isBelow(Answer.Table table) {
        return List.of(Costs.TABLE, NestingTable.TABLE, CausesTable.TABLE).contains(table.name());
    }

    /** Whether it is a report. A table of periods has one column more. */
    private static boolean isReport(Answer.Table table) {
        return table.name().equals(ReportTable.TABLE) && table.indexOf("p9999us") >= 0 && table.indexOf("start") < 0;
    }

    private static String report(Answer.Table table) {
        List<Figures> rows = ReportFigures.of(table.rows());
        return ReportTableText.of(rows)
                + Stream.concat(ReportFigures.remarks(table.rows()).stream(), SampledRemark.lines(rows).stream())
                        .map(line -> line + '\n')
                        .collect(Collectors.joining());
    }

    /**
     * A sentence that steers nothing, in which line ends stay.
     *
     * @param sentence the sentence
     * @return its lines as {@link VisibleText} makes them
     */
    public static String sentence(String sentence) {
        return sentence.lines().map(VisibleText::of).collect(Collectors.joining("\n"));
    }

    private static Answer.Table forPeople(Answer.Table table) {
        int source = table.indexOf("source");
        if (source >= 0) {
            return new Answer.Table(
                    table.name(),
                    false,
                    table.columns(),
                    table.rows().stream()
                            .filter(row -> !row.get(source).equals("default"))
                            .toList());
        }
        return table.isOfFacts() ? keysAndValues(table) : table;
    }

    private static Answer.Table keysAndValues(Answer.Table facts) {
        List<List<String>> rows = new ArrayList<>();
        for (int i = 0; i < facts.columns().size(); i++) {
            rows.add(List.of(facts.columns().get(i).name(), facts.rows().get(0).get(i)));
        }
        return new Answer.Table(facts.name(), false, List.of(Column.texts("key", "value")), rows);
    }

    private static String title(Answer.Table table, long tables) {
        List<String> parts = new ArrayList<>();
        if (tables > 1) {
            parts.add(table.name());
        }
        if (table.indexOf("startMillis") >= 0) {
            parts.add(moment(table, "startMillis", Math::min) + " to " + moment(table, "endMillis", Math::max));
        }
        if (table.columns().stream().anyMatch(column -> column.type() == Column.Type.MICROS)) {
            parts.add("times in µs");
        }
        return parts.isEmpty() ? "" : String.join(", ", parts) + '\n';
    }

    private static String moment(Answer.Table table, String column, LongBinaryOperator choice) {
        int index = table.indexOf(column);
        return Texts.moment(table.rows().stream()
                .mapToLong(row -> Long.parseLong(row.get(index)))
                .reduce(choice)
                .orElseThrow());
    }

    private static String grid(Answer.Table table) {
        List<ColumnFormat> columns =
                table.columns().stream().map(ColumnFormat::new).toList();
        List<Integer> shown = IntStream.range(0, columns.size())
                .filter(i -> table.columns().get(i).type() != Column.Type.MOMENT)
                .filter(i -> table.rows().stream().anyMatch(row -> !row.get(i).isEmpty()))
                .boxed()
                .toList();
        String text = grid(table, columns, shown);
        boolean isWide = text.lines().anyMatch(line -> line.length() > WIDTH);
        return isWide && table.name().equals("probes") ? stacked(table, columns, shown) : text;
    }

    private static String grid(Answer.Table table, List<ColumnFormat> columns, List<Integer> shown) {
        Grid grid = new Grid(
                shown.stream().map(i -> columns.get(i).heading()).toList(),
                shown.stream()
                        .map(i -> !columns.get(i).column().type().isNumeric())
                        .toList());
        for (List<String> row : table.rows()) {
            grid.add(shown.stream().map(i -> columns.get(i).text(row.get(i))).toList());
        }
        return grid.text();
    }

    /** The table with name and tags on a line above the other columns. */
    private static String stacked(Answer.Table table, List<ColumnFormat> columns, List<Integer> shown) {
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
        return table.rows().stream().map(row -> block(table, row)).collect(Collectors.joining("\n"));
    }

    private static String block(Answer.Table table, List<String> row) {
        String method = row.get(table.indexOf("className")) + '#' + row.get(table.indexOf("method"));
        Grid grid = new Grid(2, List.of("  verdict", row.get(table.indexOf("verdict"))));
        for (int i = 0; i < row.size(); i++) {
            ColumnFormat format = new ColumnFormat(table.columns().get(i));
            if (!HEAD.contains(format.column().name()) && !row.get(i).isEmpty()) {
                grid.add(List.of("  " + format.heading(), format.text(row.get(i))));
            }
        }
        return VisibleText.of(method) + '\n' + grid.text();
    }
}
