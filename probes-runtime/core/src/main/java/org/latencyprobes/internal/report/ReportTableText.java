package org.latencyprobes.internal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The table of all probes as people read it, in a terminal of 100 columns: a line for each probe and outcome. Where names are
 * too long for that, a name has a line of its own above its outcomes. It is given out as it is made, in pieces of many lines.
 * For one thread.
 */
public final class ReportTableText {

    /** The headings of the columns of numbers. */
    public static final List<String> HEADINGS = headings();

    private static final int WIDTH = 100;
    private static final int LONGEST_TIME = "99,900 µs".length();
    private static final int PIECE_CHARS = 1 << 14;
    private static final String INDENT = "  ";
    private static final String OUTCOME = "outcome";
    private static final int TOTAL = 2;

    private final List<Figures> rows;
    private final Consumer<String> out;
    private final int[] widths = new int[HEADINGS.size()];
    private final int[] units = new int[HEADINGS.size()];
    private int labelWidth = "probe".length();
    private int outcomeWidth = OUTCOME.length();
    private final StringBuilder piece = new StringBuilder();

    private ReportTableText(List<Figures> rows, Consumer<String> out) {
        this.rows = rows;
        this.out = out;
        measure();
    }

    /**
     * Prints a table.
     *
     * @param rows in the order in which they are shown; those of one probe are named once where they follow on each other
     * @param out takes the text piece by piece, each of whole lines
     */
    public static void print(List<Figures> rows, Consumer<String> out) {
        new ReportTableText(rows, out).print();
    }

    private static List<String> headings() {
        List<String> headings = new ArrayList<>(List.of("count", "per s", "total", "mean"));
        headings.addAll(Percentiles.names());
        headings.add("max");
        return List.copyOf(headings);
    }

    /** What stands before a number of a row in which not all calls were timed: total and mean are estimates, the longest may be longer. */
    static String mark(int column, double number) {
        if (Double.isNaN(number)) {
            return "";
        }
        return column == TOTAL || column == TOTAL + 1 ? "~" : column == HEADINGS.size() - 1 ? "≥" : "";
    }

    /** Measures without making a text of each number: none is longer than those of the least and the greatest. */
    private void measure() {
        double[] greatest = new double[widths.length];
        double[] least = new double[widths.length];
        boolean marked = false;
        for (Figures row : rows) {
            double[] numbers = row.numbers();
            for (int i = 0; i < greatest.length; i++) {
                greatest[i] = Math.max(greatest[i], Double.isNaN(numbers[i]) ? 0 : numbers[i]);
                least[i] = numbers[i] > 0 && (least[i] == 0 || numbers[i] < least[i]) ? numbers[i] : least[i];
            }
            marked |= row.isEstimated();
            labelWidth = Math.max(labelWidth, row.name().length() + row.tags().length());
            outcomeWidth = Math.max(outcomeWidth, row.outcome().length());
        }
        for (int i = 0; i < widths.length; i++) {
            units[i] = i < TOTAL ? Durations.OWN : Durations.unit(least[i], greatest[i]);
            int widest =
                    Math.max(cell(i, greatest[i]).length(), cell(i, least[i]).length());
            int mark = marked ? mark(i, 0).length() : 0;
            int own = i >= TOTAL && units[i] == Durations.OWN && greatest[i] > 0 ? LONGEST_TIME - 2 : 0;
            widths[i] = Math.max(HEADINGS.get(i).length(), mark + Math.max(own, widest));
        }
    }

    private String cell(int column, double number) {
        return column < TOTAL && !Double.isNaN(number)
                ? Numbers.fixed(number, column == 0 || number >= Numbers.LARGE ? 0 : 1)
                : Durations.text(number, units[column]);
    }

    private List<String> cells(Figures row) {
        double[] numbers = row.numbers();
        String[] cells = new String[numbers.length];
        for (int i = 0; i < cells.length; i++) {
            cells[i] = (row.isEstimated() ? mark(i, numbers[i]) : "") + cell(i, numbers[i]);
        }
        return List.of(cells);
    }

    /**
     * The cells of the columns of numbers, for a table that is laid out elsewhere.
     *
     * @param rows of the table
     * @return as many, each in the order of {@link #HEADINGS}; a column of times has one unit, unless they are too far apart
     */
    public static List<List<String>> cells(List<Figures> rows) {
        ReportTableText table = new ReportTableText(rows, piece -> {});
        return rows.stream().map(table::cells).toList();
    }

    private void print() {
        int numbers = 0;
        for (int width : widths) {
            numbers += width;
        }
        int gaps = widths.length * INDENT.length();
        boolean isStacked = labelWidth + INDENT.length() + outcomeWidth + numbers + gaps > WIDTH;
        boolean isTight = isStacked && INDENT.length() + outcomeWidth + numbers + gaps > WIDTH;
        String gap = isTight ? " " : INDENT;
        if (isStacked) {
            stacked(gap);
        } else {
            inLine(gap);
        }
        out.accept(piece.toString());
    }

    private void inLine(String gap) {
        line(padded("probe", labelWidth) + gap + padded(OUTCOME, outcomeWidth), gap, HEADINGS);
        for (Figures row : rows) {
            line(padded(row.label(), labelWidth) + gap + padded(row.outcome(), outcomeWidth), gap, cells(row));
        }
    }

    private void stacked(String gap) {
        piece.append("probe\n");
        line(INDENT + padded(OUTCOME, outcomeWidth), gap, HEADINGS);
        String former = null;
        for (Figures row : rows) {
            String label = row.label();
            if (!label.equals(former)) {
                piece.append(label).append('\n');
                former = label;
            }
            line(INDENT + padded(row.outcome(), outcomeWidth), gap, cells(row));
        }
    }

    private void line(String head, String gap, List<String> cells) {
        piece.append(head);
        for (int i = 0; i < widths.length; i++) {
            String cell = cells.get(i);
            piece.append(gap)
                    .append(" ".repeat(Math.max(0, widths[i] - cell.length())))
                    .append(cell);
        }
        piece.append('\n');
        if (piece.length() > PIECE_CHARS) {
            out.accept(piece.toString());
            piece.setLength(0);
        }
    }

    private static String padded(String text, int width) {
        return text + " ".repeat(Math.max(0, width - text.length()));
    }

    /**
     * A table as one text.
     *
     * @param rows as in {@link #print}
     * @return lines, each ended
     */
    public static String of(List<Figures> rows) {
        StringBuilder text = new StringBuilder();
        print(rows, text::append);
        return text.toString();
    }
}
