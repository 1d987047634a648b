package org.latencyprobes.demo.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.latencyprobes.demo.common.Level;
import org.latencyprobes.demo.common.Medians;
import org.latencyprobes.report.Grid;

/** The table of the parsers alone, which turn a message into the engine's data model. */
final class ParseTable {

    private ParseTable() {}

    static Grid of(FixComparison comparison) {
        List<Cell> measured = comparison.schedule().cells().stream()
                .filter(cell -> cell.scenario() == Scenario.PARSE)
                .filter(cell -> !comparison.of(cell).isEmpty())
                .toList();
        List<String> headings = new ArrayList<>(List.of("parsing alone, µs"));
        measured.forEach(cell -> headings.add(
                String.format(Locale.ROOT, "%s, %,d/s", cell.engine().title(), cell.rate())));
        headings.add("published: " + PublishedFixFigures.CHRONICLE);
        Grid grid = new Grid(1, headings);
        for (Level level : Level.values()) {
            List<String> cells = new ArrayList<>(List.of(level.label()));
            measured.forEach(cell -> cells.add(micros(comparison.of(cell), level)));
            cells.add(PublishedFixFigures.PARSING.get(level.ordinal()));
            grid.add(cells);
        }
        List<String> bytes = new ArrayList<>(List.of("bytes per message"));
        measured.forEach(cell -> bytes.add(TableCells.whole(Medians.of(comparison.of(cell).stream()
                .map(figures -> figures.sum(run -> run.usage().allocatedBytes()) / figures.count())
                .toList()))));
        bytes.add("");
        grid.add(bytes);
        return grid;
    }

    private static String micros(List<JvmFigures> jvms, Level level) {
        return jvms.stream().allMatch(figures -> figures.isPrintable(level))
                ? TableCells.micros(Medians.of(
                        jvms.stream().map(figures -> figures.micros(level)).toList()))
                : TableCells.NONE;
    }
}
