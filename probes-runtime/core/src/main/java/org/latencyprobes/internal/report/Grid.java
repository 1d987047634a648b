package org.latencyprobes.internal.report;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table of texts: columns of words to the left, columns of numbers to the right.
 *
 * <p>Not thread-safe. Its texts are made anew at each call.
 */
public final class Grid {

    private final List<List<String>> rows = new ArrayList<>();
    private final List<Boolean> words;

    /**
     * Creates a table.
     *
     * @param leftColumns how many columns, from the first, hold words rather than numbers
     * @param headings the first row
     */
    public Grid(int leftColumns, List<String> headings) {
        words = new ArrayList<>();
        for (int i = 0; i < headings.size(); i++) {
            words.add(i < leftColumns);
        }
        rows.add(List.copyOf(headings));
    }

    /**
     * Creates a table.
     *
     * @param headings the first row
     * @param words for each column, whether it holds words rather than numbers
     */
    public Grid(List<String> headings, List<Boolean> words) {
        this.words = List.copyOf(words);
        rows.add(List.copyOf(headings));
    }

    /**
     * Adds a row.
     *
     * @param cells as many as there are headings
     */
    public void add(List<String> cells) {
        if (cells.size() != rows.get(0).size()) {
            throw new IllegalArgumentException("a row of " + cells.size() + " cells in a table of " + rows.get(0));
        }
        rows.add(List.copyOf(cells));
    }

    /**
     * The table for a terminal: columns padded with spaces.
     *
     * @return lines, each ended
     */
    public String text() {
        int[] widths = widths();
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            text.append(line(row, widths)).append('\n');
        }
        return text.toString();
    }

    private int[] widths() {
        int[] widths = new int[rows.get(0).size()];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        return widths;
    }

    private String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String padding = " ".repeat(widths[i] - row.get(i).length());
            line.append(i == 0 ? "" : "  ");
            line.append(words.get(i) ? row.get(i) + padding : padding + row.get(i));
        }
        return line.toString().stripTrailing();
    }

    /**
     * The table in Markdown.
     *
     * @return lines, each ended
     */
    public String markdown() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < rows.size(); i++) {
            text.append(rows.get(i).stream()
                    .map(cell -> cell.replace("|", "\\|"))
                    .collect(Collectors.joining(" | ", "| ", " |\n")));
            if (i == 0) {
                words.forEach(left -> text.append(left ? "|---" : "|---:"));
                text.append("|\n");
            }
        }
        return text.toString();
    }

    /**
     * The table for other programs: CSV as in RFC 4180, without commas in numbers.
     *
     * @return lines, each ended
     */
    public String csv() {
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            for (int i = 0; i < row.size(); i++) {
                String cell = words.get(i) ? quoted(row.get(i)) : row.get(i).replace(",", "");
                text.append(i == 0 ? "" : ",").append(cell);
            }
            text.append('\n');
        }
        return text.toString();
    }

    private static String quoted(String cell) {
        return cell.chars().anyMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r')
                ? '"' + cell.replace("\"", "\"\"") + '"'
                : cell;
    }
}
