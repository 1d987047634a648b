package org.latencyprobes.demo.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.latencyprobes.demo.common.Level;
import org.latencyprobes.demo.common.RunTable;
import org.latencyprobes.demo.fix.measure.RunFigures;
import org.latencyprobes.report.Grid;

/** A table of an engine's runs at a rate, in the published layout and beside the published runs. A disturbed run has a star. */
final class RunTables {

    private static final String VARIATION = "% variation";

    private RunTables() {}

    static Grid of(MeasurementFigures figures) {
        MeasurementSpec spec = figures.spec();
        List<RunFigures> runs = figures.result().whole();
        Optional<List<List<Double>>> published = spec.scenario() == Scenario.JLBH
                ? PublishedFixFigures.of(spec.engine()).flatMap(name -> PublishedFixFigures.runs(name, spec.rate()))
                : Optional.empty();
        List<String> headings = new ArrayList<>(List.of(title(spec)));
        for (int i = 1; i <= runs.size(); i++) {
            headings.add("run " + i + (runs.get(i - 1).isDisturbed() ? "*" : ""));
        }
        headings.add(VARIATION);
        published.ifPresent(rows -> {
            String name = PublishedFixFigures.of(spec.engine()).orElseThrow();
            for (int i = 1; i <= rows.get(0).size(); i++) {
                headings.add(name + " " + i);
            }
            headings.add(VARIATION);
        });
        Grid grid = new Grid(1, headings);
        for (Level level : Level.values()) {
            List<Double> micros = runs.stream()
                    .map(run -> run.endToEnd().distribution().nanos(level) / 1_000)
                    .toList();
            List<String> cells = new ArrayList<>(List.of(level.label()));
            add(cells, micros, variation(figures, level));
            published
                    .map(rows -> rows.get(level.ordinal()))
                    .ifPresent(row -> add(cells, row, RunTable.variationPercent(row)));
            grid.add(cells);
        }
        return grid;
    }

    private static void add(List<String> cells, List<Double> micros, double variationPercent) {
        micros.forEach(value -> cells.add(TableCells.micros(value)));
        cells.add(TableCells.percent(variationPercent));
    }

    /** The variation of the runs that are compared: disturbed ones only if there are no others. */
    private static double variation(MeasurementFigures figures, Level level) {
        return RunTable.variationPercent(figures.compared().stream()
                .map(run -> run.endToEnd().distribution().nanos(level) / 1_000)
                .toList());
    }

    private static String title(MeasurementSpec spec) {
        return String.format(
                Locale.ROOT, "%s, %,d/s%s, µs", spec.engine().title(), spec.rate(), spec.agent() ? ", agent" : "");
    }
}
