package org.latencyprobes.demo.fix.report;

import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.fix.comparison.Blocks;
import org.latencyprobes.demo.fix.comparison.Cell;
import org.latencyprobes.demo.fix.comparison.Cells;
import org.latencyprobes.demo.fix.comparison.FixComparison;
import org.latencyprobes.demo.fix.comparison.JvmFigures;
import org.latencyprobes.demo.fix.comparison.Statistic;
import org.latencyprobes.demo.fix.comparison.TableCells;
import org.latencyprobes.internal.report.Grid;

/** The table of the steps from the published configuration to ours, one thing at a time: what each is worth to the one before, if that was measured. */
public final class LadderTable {

    private final FixComparison comparison;
    private final Grid grid = new Grid(
            1,
            List.of(
                    "as published, and then one thing after the other",
                    "JVMs",
                    "p50, µs",
                    "mean, µs",
                    "blocks",
                    "p50 to the step before (95 %)",
                    "blocks",
                    "mean to the step before (95 %)"));

    private LadderTable(FixComparison comparison) {
        this.comparison = comparison;
    }

    static Grid of(FixComparison comparison) {
        LadderTable table = new LadderTable(comparison);
        Optional<Cell> before = Optional.empty();
        for (Cells.Step step : Cells.LADDER) {
            Optional<Cell> cell = comparison.cell(step);
            if (cell.isPresent()) {
                table.add(step, cell.get(), before);
            }
            before = cell;
        }
        return table.grid;
    }

    private void add(Cells.Step step, Cell cell, Optional<Cell> before) {
        Blocks blocks =
                before.map(other -> comparison.blocks(List.of(cell, other))).orElse(Blocks.NONE);
        grid.add(List.of(
                step.change(),
                String.valueOf(comparison.of(cell).size()),
                median(cell, figures -> figures.micros(Level.P50)),
                median(cell, JvmFigures::meanMicros),
                blocks.isEmpty() ? TableCells.NONE : blocks.countOfJudged(),
                TableCells.ratio(blocks.judged()),
                blocks.isEmpty() ? TableCells.NONE : blocks.by(Statistic.MEAN).countOfJudged(),
                TableCells.ratio(blocks.by(Statistic.MEAN).judged())));
    }

    private String median(Cell cell, ToDoubleFunction<JvmFigures> figure) {
        return TableCells.micros(ColumnTable.median(comparison.of(cell), figure));
    }
}
