package org.latencyprobes.cli.print;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.latencyprobes.agent.cost.CostsText;
import org.latencyprobes.agent.cost.NestingText;
import org.latencyprobes.agent.figures.CarriersTable;
import org.latencyprobes.agent.figures.CausesText;
import org.latencyprobes.agent.figures.DisturbancesTable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.protocol.codec.UtcTime;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.protocol.figures.NestingRow;
import org.latencyprobes.agent.protocol.figures.ProbeRow;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.agent.protocol.slow.CarrierWaits;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.agent.protocol.slow.DisturbanceSum;
import org.latencyprobes.agent.protocol.state.OptionRow;
import org.latencyprobes.agent.protocol.state.PatternText;
import org.latencyprobes.analysis.markup.VisibleText;
import org.latencyprobes.internal.report.Durations;
import org.latencyprobes.internal.report.Figures;
import org.latencyprobes.internal.report.Grid;
import org.latencyprobes.internal.report.ReportTableText;
import org.latencyprobes.internal.report.SampledRemark;

/**
 * An answer's tables as text for people: aligned, without empty columns. A few explained methods have a block each instead. Options at their
 * defaults and times in milliseconds are left out, since they are for scripts.
 *
 * <p>What a table of any command takes is written with loops: linking a lambda or a stream for the first time takes a millisecond each, of
 * which a command has few.
 */
public final class AnswerText {

    private static final String EXPLAINED = "explain";
    private static final List<String> STACKED = List.of(ProbeRow.TABLE, "top");
    private static final int MAX_BLOCKS = 10;
    private static final int WIDTH = 100;
    private static final List<String> HEAD = List.of("className", "method", "verdict");

    private static final List<String> BELOW =
            List.of(Costs.TABLE, NestingRow.TABLE, CauseShare.TABLE, DisturbanceSum.TABLE, CarrierWaits.TABLE);

    /** A fact in words. */
    private record Fact(String key, String value) {}

    private AnswerText() {}

    /**
     * Formats the tables.
     *
     * @param answer the answer of a command
     * @return lines, each with a line end; empty if there is no row to show
     */
    public static String tables(Answer answer) {
        List<Table> shown = new ArrayList<>();
        int titled = 0;
        for (Table all : answer.tables()) {
            Table table = forPeople(all);
            if (!table.rows().isEmpty()) {
                shown.add(table);
                titled += isBelow(table) ? 0 : 1;
            }
        }
        StringBuilder text = new StringBuilder();
        for (Table table : shown) {
            text.append(isBelow(table) ? "" : "\n").append(text(table, titled));
        }
        return text.substring(text.indexOf("\n") == 0 ? 1 : 0);
    }

    private static String text(Table table, int tables) {
        if (isBelow(table)) {
            return ended(lines(table));
        }
        if (table.name().equals(EXPLAINED) && table.rows().size() <= MAX_BLOCKS) {
            return blocks(table);
        }
        return title(table, tables) + (isReport(table) ? report(table.records(ReportRow.class)) : grid(table));
    }

    private static List<String> lines(Table table) {
        return switch (table.name()) {
            case Costs.TABLE -> CostsText.lines(table.records(Costs.class).get(0));
            case NestingRow.TABLE -> NestingText.lines(table.records(NestingRow.class));
            case CauseShare.TABLE -> causes(table.records(CauseShare.class));
            case DisturbanceSum.TABLE -> DisturbancesTable.lines(table.records(DisturbanceSum.class));
            default -> CarriersTable.lines(table.records(CarrierWaits.class));
        };
    }

    private static List<String> causes(List<CauseShare> shares) {
        List<String> lines = new ArrayList<>(CausesText.lines(shares, true));
        lines.addAll(CausesText.advice(shares));
        return lines;
    }

    /** Each on a line of its own, whatever names are in it. */
    private static String ended(List<String> lines) {
        StringBuilder text = new StringBuilder();
        for (String line : lines) {
            text.append(VisibleText.of(line)).append('\n');
        }
        return text.toString();
    }

    /** Whether it is shown as lines below another table. */
    private static boolean isBelow(Table table) {
        return BELOW.contains(table.name());
    }

    /** Whether it is a report, or a part of one. A table of periods has one column more. */
    private static boolean isReport(Table table) {
        return table.isOf(ReportRow.class) && table.indexOf("start") < 0;
    }

    private static String report(List<ReportRow> rows) {
        List<Figures> figures = ReportFigures.of(rows);
        return ReportTableText.of(figures) + ended(ReportFigures.remarks(rows)) + ended(SampledRemark.lines(figures));
    }

    /**
     * A sentence that steers nothing, in which line ends stay.
     *
     * @param sentence the sentence
     * @return its lines as {@link VisibleText} makes them
     */
    public static String sentence(String sentence) {
        return sentence.indexOf('\n') < 0 && sentence.indexOf('\r') < 0
                ? VisibleText.of(sentence)
                : VisibleText.ofLines(sentence);
    }

    private static Table forPeople(Table table) {
        if (table.isOf(OptionRow.class)) {
            List<OptionRow> set = new ArrayList<>();
            for (OptionRow option : table.records(OptionRow.class)) {
                if (!option.source().equals(OptionRow.DEFAULT)) {
                    set.add(option);
                }
            }
            return table.with(set);
        }
        return table.name().equals(PatternText.UNMATCHED)
                ? table.with(List.of())
                : table.isOfFacts() ? keysAndValues(table) : table;
    }

    /** What is not known is left out. */
    private static Table keysAndValues(Table facts) {
        List<Fact> known = new ArrayList<>();
        for (int i = 0; i < facts.columns().size(); i++) {
            Object value = facts.values().get(0).get(i);
            if (value != null) {
                known.add(new Fact(facts.columns().get(i).name(), Texts.of(value)));
            }
        }
        return Table.of(facts.name(), Fact.class, known);
    }

    private static String title(Table table, int tables) {
        List<String> parts = new ArrayList<>();
        if (tables > 1) {
            parts.add(VisibleText.of(table.name()));
        }
        if (table.indexOf("startMillis") >= 0) {
            parts.add(moment(table, "startMillis", false) + " to " + moment(table, "endMillis", true));
        }
        return parts.isEmpty() ? "" : String.join(", ", parts) + '\n';
    }

    private static String moment(Table table, String column, boolean isLast) {
        int index = table.indexOf(column);
        long moment = (Long) table.values().get(0).get(index);
        for (List<Object> row : table.values()) {
            long other = (Long) row.get(index);
            moment = isLast ? Math.max(moment, other) : Math.min(moment, other);
        }
        return UtcTime.ofSecond(moment);
    }

    private static String grid(Table table) {
        List<ColumnFormat> shown = ColumnFormat.shown(table);
        String text = grid(table, shown);
        return STACKED.contains(table.name()) && text.lines().anyMatch(line -> line.length() > WIDTH)
                ? stacked(table, shown)
                : text;
    }

    private static String grid(Table table, List<ColumnFormat> shown) {
        List<String> headings = new ArrayList<>();
        List<Boolean> words = new ArrayList<>();
        for (ColumnFormat column : shown) {
            headings.add(column.heading());
            words.add(!column.column().type().isNumeric());
        }
        Grid grid = new Grid(headings, words);
        for (List<Object> row : table.values()) {
            List<String> cells = new ArrayList<>();
            for (ColumnFormat column : shown) {
                cells.add(column.text(row.get(column.index())));
            }
            grid.add(cells);
        }
        return grid.text();
    }

    /** The table with probe and tags on a line above the other columns. */
    private static String stacked(Table table, List<ColumnFormat> shown) {
        int probe = table.indexOf("probe");
        int tags = table.indexOf("tags");
        List<ColumnFormat> rest = shown.stream()
                .filter(column -> column.index() != probe && column.index() != tags)
                .toList();
        List<String> lines = grid(table, rest).lines().toList();
        StringBuilder text = new StringBuilder("probe\n  ").append(lines.get(0));
        int line = 1;
        String former = "";
        for (List<Object> row : table.values()) {
            String label = VisibleText.of(Texts.of(row.get(probe)) + ' ' + (tags < 0 ? "" : Texts.of(row.get(tags))));
            if (!label.equals(former)) {
                text.append('\n').append(label.strip());
                former = label;
            }
            text.append("\n  ").append(lines.get(line++));
        }
        return text.append('\n').toString();
    }

    private static String blocks(Table table) {
        return table.values().stream().map(row -> block(table, row)).collect(Collectors.joining("\n"));
    }

    private static String block(Table table, List<Object> row) {
        String method = row.get(table.indexOf("className")) + "#" + row.get(table.indexOf("method"));
        Grid grid = new Grid(2, List.of("  verdict", VisibleText.of(Texts.of(row.get(table.indexOf("verdict"))))));
        for (int i = 0; i < row.size(); i++) {
            ColumnFormat format = new ColumnFormat(table.columns().get(i), i, Durations.OWN);
            String text = format.text(row.get(i));
            if (!HEAD.contains(format.column().name()) && !text.isEmpty()) {
                grid.add(List.of("  " + format.heading(), text));
            }
        }
        return VisibleText.of(method) + '\n' + grid.text();
    }
}
