package org.latencyprobes.analysis.page;

import java.util.List;
import org.latencyprobes.analysis.markup.Markup;

/**
 * A table of a page. The first cell of each row names the row.
 *
 * @param caption what the table shows
 * @param leftColumns how many columns hold text; the others hold figures, which stand at the right, unless a cell is too long for one
 * @param headings of all columns
 * @param rows with as many cells as there are headings
 */
public record PageTable(String caption, int leftColumns, List<String> headings, List<List<String>> rows) {

    /** Cells up to this length stay on one line. */
    private static final int UNBROKEN = 24;

    /** A column with a longer cell holds text, wherever it is. */
    private static final int LONGEST_FIGURE = 60;

    /**
     * Creates a table.
     *
     * @param caption what the table shows
     * @param leftColumns how many columns hold text
     * @param headings of all columns
     * @param rows with as many cells as there are headings
     * @throws IllegalArgumentException if a row has another number of cells
     */
    public PageTable {
        headings = List.copyOf(headings);
        rows = rows.stream().map(List::copyOf).toList();
        for (List<String> row : rows) {
            if (row.size() != headings.size()) {
                throw new IllegalArgumentException(row.size() + " cells for " + headings);
            }
        }
    }

    /** The table in a frame that scrolls where the window is narrower, also by the keyboard. */
    void write(Markup markup, String id) {
        markup.open("div", "class", "scroll", "role", "region", "tabindex", 0, "aria-labelledby", id)
                .open("table")
                .element("caption", caption, "id", id)
                .open("thead")
                .open("tr");
        for (int column = 0; column < headings.size(); column++) {
            markup.element("th", headings.get(column), "scope", "col", "class", side(column));
        }
        markup.close().close().open("tbody");
        for (List<String> row : rows) {
            markup.open("tr");
            for (int column = 0; column < row.size(); column++) {
                if (column == 0) {
                    markup.element(
                            "th", row.get(column), "scope", "row", "class", side(column) + width(row.get(column)));
                } else {
                    markup.element("td", row.get(column), "class", side(column) + width(row.get(column)));
                }
            }
            markup.close();
        }
        markup.close().close().close();
    }

    private static String width(String cell) {
        return cell.length() <= UNBROKEN ? " short" : "";
    }

    private String side(int column) {
        return column < leftColumns
                        || rows.stream().anyMatch(row -> row.get(column).length() > LONGEST_FIGURE)
                ? "left"
                : "right";
    }
}
