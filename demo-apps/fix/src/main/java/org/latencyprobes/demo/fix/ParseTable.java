package org.latencyprobes.demo.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.latencyprobes.demo.common.Level;
import org.latencyprobes.demo.fix.measure.RunFigures;
import org.latencyprobes.report.Grid;

/** The table of the parsers alone, which turn a message into the engine's data model. */
final class ParseTable {

    private ParseTable() {}

    static Grid of(FixComparison comparison) {
        List<MeasurementFigures> measured =
                comparison.figures(spec -> spec.scenario() == Scenario.PARSE).toList();
        List<String> headings = new ArrayList<>(List.of("parsing alone, µs"));
        measured.forEach(figures -> headings.add(String.format(
                Locale.ROOT,
                "%s, %,d/s%s",
                figures.spec().engine().title(),
                figures.spec().rate(),
                mark(figures))));
        headings.add("published: " + PublishedFixFigures.CHRONICLE);
        Grid grid = new Grid(1, headings);
        for (Level level : Level.values()) {
            List<String> cells = new ArrayList<>(List.of(level.label()));
            measured.forEach(figures -> cells.add(TableCells.micros(figures.micros(level))));
            cells.add(PublishedFixFigures.PARSING.get(level.ordinal()));
            grid.add(cells);
        }
        List<String> bytes = new ArrayList<>(List.of("bytes per message"));
        measured.forEach(figures -> bytes.add(TableCells.whole(figures.median(RunFigures::bytesPerRoundTrip))));
        bytes.add("");
        grid.add(bytes);
        return grid;
    }

    private static String mark(MeasurementFigures figures) {
        return figures.isDisturbed() ? "*" : "";
    }
}
