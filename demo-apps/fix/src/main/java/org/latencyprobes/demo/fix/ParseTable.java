package org.latencyprobes.demo.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.latencyprobes.demo.common.Level;
import org.latencyprobes.demo.fix.measure.RunFigures;
import org.latencyprobes.report.Grid;

/** The parsers alone: a message into the engine's data model. */
final class ParseTable {

    private ParseTable() {}

    static Grid of(Comparison comparison) {
        List<Figures> measured =
                comparison.figures(slot -> slot.plan() == Plan.PARSE).toList();
        List<String> headings = new ArrayList<>(List.of("parsing alone, µs"));
        measured.forEach(figures -> headings.add(String.format(
                Locale.ROOT,
                "%s, %,d/s%s",
                figures.slot().engine().title(),
                figures.slot().rate(),
                mark(figures))));
        headings.add("published: " + Published.CHRONICLE);
        Grid grid = new Grid(1, headings);
        for (Level level : Level.values()) {
            List<String> cells = new ArrayList<>(List.of(level.label()));
            measured.forEach(figures -> cells.add(Cells.micros(figures.micros(level))));
            cells.add(Published.PARSING.get(level.ordinal()));
            grid.add(cells);
        }
        List<String> bytes = new ArrayList<>(List.of("bytes per message"));
        measured.forEach(figures -> bytes.add(Cells.whole(figures.median(RunFigures::bytesPerRoundTrip))));
        bytes.add("");
        grid.add(bytes);
        return grid;
    }

    private static String mark(Figures figures) {
        return figures.isDisturbed() ? "*" : "";
    }
}
