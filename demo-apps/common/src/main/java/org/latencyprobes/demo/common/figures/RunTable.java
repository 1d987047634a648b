package org.latencyprobes.demo.common.figures;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.latencyprobes.internal.report.Grid;
import org.latencyprobes.internal.report.Percentiles;
import org.latencyprobes.internal.report.UnitFactors;

/**
 * A table of several runs side by side, as JLBH prints them: a row for each percentile and the longest, a column for each run, all in µs, and
 * the variation of the runs.
 *
 * <p>{@code % variation} is JLBH's: 100 · (max − min) / (max + min / 2) over all runs but the first.
 */
public final class RunTable {

    private final String title;
    private final List<Distribution> runs;

    /**
     * Creates a table.
     *
     * @param title heading of the first column
     * @param runs the runs, in order
     */
    public RunTable(String title, List<Distribution> runs) {
        this.title = title;
        this.runs = List.copyOf(runs);
    }

    /**
     * JLBH's measure of how much runs differ.
     *
     * @param values one figure for each run; the first is left out
     * @return per cent, or NaN where fewer than two runs are left to compare
     */
    public static double variationPercent(List<Double> values) {
        if (values.size() < 3) {
            return Double.NaN;
        }
        List<Double> compared = values.subList(1, values.size());
        double max = compared.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
        double min = compared.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
        return max == 0 ? 0 : 100 * (max - min) / (max + min / 2);
    }

    /**
     * The table, to be printed as text, Markdown or CSV.
     *
     * @return a grid in µs
     */
    public Grid grid() {
        List<String> headings = new ArrayList<>(List.of(title));
        for (int run = 1; run <= runs.size(); run++) {
            headings.add("run " + run);
        }
        headings.add("% variation");
        Grid grid = new Grid(1, headings);
        for (double percentile : Percentiles.SHOWN) {
            grid.add(row(Percentiles.number(percentile), run -> Percentiles.micros(run.histogram(), percentile)));
        }
        grid.add(row("max", run -> run.maxNanos() / UnitFactors.NANOS_PER_MICRO));
        return grid;
    }

    private List<String> row(String name, ToDoubleFunction<Distribution> figure) {
        List<Double> micros = runs.stream().map(figure::applyAsDouble).toList();
        List<String> cells = new ArrayList<>(List.of(name));
        micros.forEach(value -> cells.add(Percentiles.text(value)));
        double variation = variationPercent(micros);
        cells.add(Double.isNaN(variation) ? "-" : String.format(Locale.ROOT, "%.2f", variation));
        return cells;
    }
}
