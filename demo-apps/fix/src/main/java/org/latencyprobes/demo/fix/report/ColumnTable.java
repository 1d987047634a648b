package org.latencyprobes.demo.fix.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.common.figures.Medians;
import org.latencyprobes.demo.fix.comparison.Cell;
import org.latencyprobes.demo.fix.comparison.FixComparison;
import org.latencyprobes.demo.fix.comparison.JvmFigures;
import org.latencyprobes.demo.fix.comparison.TableCells;
import org.latencyprobes.internal.report.Grid;

/** A table with a column for each of some cells that were measured, and behind them published ones. Figures are medians over the JVMs. */
public final class ColumnTable {

    private final List<List<JvmFigures>> columns;
    private final Grid grid;

    /** Creates a table without rows. Cells of which nothing was measured have no column. */
    ColumnTable(
            FixComparison comparison,
            String title,
            Stream<Cell> cells,
            Function<Cell, String> heading,
            List<String> published) {
        columns = cells.map(comparison::of).filter(jvms -> !jvms.isEmpty()).toList();
        List<String> headings = new ArrayList<>(List.of(title));
        columns.forEach(jvms -> headings.add(heading.apply(jvms.get(0).spec().cell())));
        headings.addAll(published);
        grid = new Grid(1, headings);
    }

    Grid grid() {
        return grid;
    }

    void row(String label, Function<List<JvmFigures>, String> text, String... published) {
        grid.add(TableCells.row(label, Stream.concat(columns.stream().map(text), Stream.of(published))));
    }

    /** Adds the row of a percentile; a dash stands where too few messages lie beyond it. */
    void row(Level level, String... published) {
        row(
                level.label(),
                jvms -> jvms.stream().allMatch(figures -> figures.isPrintable(level))
                        ? TableCells.micros(median(jvms, figures -> figures.micros(level)))
                        : TableCells.NONE,
                published);
    }

    void wholeRow(String label, ToDoubleFunction<JvmFigures> figure, String... published) {
        row(label, jvms -> TableCells.whole(median(jvms, figure)), published);
    }

    void microsRow(String label, ToDoubleFunction<JvmFigures> figure, String... published) {
        row(label, jvms -> TableCells.micros(median(jvms, figure)), published);
    }

    static double median(List<JvmFigures> jvms, ToDoubleFunction<JvmFigures> figure) {
        return Medians.of(jvms.stream().map(figure::applyAsDouble).toList());
    }
}
