package org.latencyprobes.analysis.page;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
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
        markup.open("div", "class", "scroll", "role", "group", "tabindex", 0, "aria-labelledby", id)
                .open("table")
                .element("caption", caption, "id", id)
                .open("thead")
                .open("tr");
        List<String> sides =
                IntStream.range(0, headings.size()).mapToObj(this::side).toList();
        for (int column = 0; column < headings.size(); column++) {
            cell(markup, "th", headings.get(column), sides.get(column), "scope", "col");
        }
        markup.close().close().open("tbody");
        for (List<String> row : rows) {
            markup.open("tr");
            for (int column = 0; column < row.size(); column++) {
                String side = sides.get(column);
                String style = side.isEmpty() ? "" : side + width(row.get(column));
                if (column == 0) {
                    cell(markup, "th", row.get(column), style, "scope", "row");
                } else {
                    cell(markup, "td", row.get(column), style);
                }
            }
            markup.close();
        }
        markup.close().close().close();
    }

    /** What most cells are, a figure at the right on one line, needs no class. */
    private static void cell(Markup markup, String element, String text, String style, Object... attributes) {
        if (style.isEmpty()) {
            markup.element(element, text, attributes);
        } else {
            List<Object> all = new ArrayList<>(List.of(attributes));
            all.addAll(List.of("class", style));
            markup.element(element, text, all.toArray());
        }
    }

    private static String width(String cell) {
        return cell.length() <= UNBROKEN ? "" : " long";
    }

    private String side(int column) {
        return column < leftColumns
                        || rows.stream().anyMatch(row -> row.get(column).length() > LONGEST_FIGURE)
                ? "left"
                : "";
    }
}
