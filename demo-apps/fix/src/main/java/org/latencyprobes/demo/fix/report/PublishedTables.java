package org.latencyprobes.demo.fix.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.latencyprobes.demo.common.Level;
import org.latencyprobes.demo.common.RunTable;
import org.latencyprobes.demo.fix.comparison.PublishedFixFigures;
import org.latencyprobes.report.Grid;

/** The published runs in their layout, with the variation by JLBH's formula; for QuickFIX also as it was published. */
public final class PublishedTables {

    private PublishedTables() {}

    /** The tables of both engines at the published rates. */
    static List<Grid> all() {
        return Stream.of(PublishedFixFigures.QUICKFIX, PublishedFixFigures.CHRONICLE)
                .flatMap(name -> Stream.of(2_000, 10_000, 50_000).map(rate -> of(name, rate)))
                .toList();
    }

    private static Grid of(String name, int rate) {
        List<List<Double>> rows = PublishedFixFigures.runs(name, rate).orElseThrow();
        List<String> headings =
                new ArrayList<>(List.of(String.format(Locale.ROOT, "published: %s, %,d/s, µs", name, rate)));
        headings.addAll(List.of("run 1", "run 2", "run 3", "% variation by JLBH's formula"));
        boolean known = name.equals(PublishedFixFigures.QUICKFIX);
        if (known) {
            headings.add("% variation as published");
        }
        Grid grid = new Grid(1, headings);
        for (Level level : Level.values()) {
            List<Double> runs = rows.get(level.ordinal());
            List<String> cells = new ArrayList<>(List.of(level.label()));
            runs.forEach(micros -> cells.add(exact(micros)));
            cells.add(exact(RunTable.variationPercent(runs)));
            if (known) {
                cells.add(exact(PublishedFixFigures.QUICKFIX_VARIATION.get(rate).get(level.ordinal())));
            }
            grid.add(cells);
        }
        return grid;
    }

    private static String exact(double figure) {
        return String.format(Locale.ROOT, "%,.2f", figure);
    }
}
