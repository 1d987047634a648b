package org.latencyprobes.demo.fix.report;

import java.util.List;
import java.util.Locale;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.fix.comparison.FixComparison;
import org.latencyprobes.demo.fix.comparison.JvmFigures;
import org.latencyprobes.demo.fix.comparison.PublishedFixFigures;
import org.latencyprobes.demo.fix.comparison.Scenario;
import org.latencyprobes.internal.report.Grid;

/** The table of the parsers alone, which turn a message into the engine's data model. */
public final class ParseTable {

    private ParseTable() {}

    static Grid of(FixComparison comparison) {
        ColumnTable table = new ColumnTable(
                comparison,
                "parsing alone, µs",
                comparison.schedule().cells().stream()
                        .filter(cell -> cell.scenario().isParse()),
                cell -> String.format(
                        Locale.ROOT,
                        "%s%s, %,d/s",
                        cell.engine().title(),
                        cell.scenario() == Scenario.PARSE ? "" : ", log",
                        cell.rate()),
                List.of("published: " + PublishedFixFigures.CHRONICLE + ", log"));
        for (Level level : Level.values()) {
            table.row(level, PublishedFixFigures.PARSING.get(level.ordinal()));
        }
        table.wholeRow("bytes per message", JvmFigures::bytesPerMessage, "");
        return table.grid();
    }
}
