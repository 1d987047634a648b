package org.latencyprobes.demo.fix.report;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.latencyprobes.analysis.statistics.MeanEstimate;
import org.latencyprobes.demo.fix.comparison.Blocks;
import org.latencyprobes.demo.fix.comparison.Cell;
import org.latencyprobes.demo.fix.comparison.FixComparison;
import org.latencyprobes.demo.fix.comparison.JvmFigures;
import org.latencyprobes.demo.fix.comparison.Statistic;
import org.latencyprobes.demo.fix.comparison.TableCells;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.report.Grid;

/**
 * A table of what the agent's probes cost end to end: between JVMs with and without the agent, and between the runs of one JVM with its probes
 * switched on and off. Beside them stands the cost expected from the number of probes.
 */
public final class AgentTable {

    private final FixComparison comparison;

    AgentTable(FixComparison comparison) {
        this.comparison = comparison;
    }

    Grid grid() {
        Grid grid = new Grid(
                1,
                List.of(
                        "agent on less off, µs",
                        "compared",
                        "pairs",
                        "p50 off",
                        "p50 on",
                        "difference (95 %)",
                        "pairs",
                        "p99 off",
                        "p99 on",
                        "difference (95 %)",
                        "probed calls a message",
                        "one probe, ns",
                        "predicted"));
        for (Cell on : comparison.schedule().cells()) {
            if (on.agent()) {
                comparison.schedule().cells().stream()
                        .filter(off -> off.is(on.engine().name(), on.scenario(), on.rate()))
                        .map(off -> comparison.blocks(List.of(off, on)))
                        .forEach(blocks -> add(grid, on.engine(), "JVMs", blocks));
                add(grid, on.engine(), "runs of one JVM", switched(on));
            }
        }
        return grid;
    }

    private Blocks switched(Cell on) {
        return new Blocks(comparison.of(on).stream()
                .filter(figures -> !figures.unprobed().isEmpty())
                .map(figures -> List.of(figures.unprobed(), figures))
                .toList());
    }

    private static void add(Grid grid, Engine engine, String compared, Blocks pairs) {
        if (!pairs.isEmpty()) {
            grid.add(row(engine, compared, pairs));
        }
    }

    private static List<String> row(Engine engine, String compared, Blocks pairs) {
        List<String> cells = new ArrayList<>(List.of(engine.title(), compared));
        for (Statistic statistic : List.of(Statistic.P50, Statistic.P99)) {
            Blocks judged = pairs.by(statistic).judged();
            cells.add(pairs.by(statistic).countOfJudged());
            cells.add(TableCells.micros(median(judged, 0, statistic::micros)));
            cells.add(TableCells.micros(median(judged, 1, statistic::micros)));
            cells.add(difference(judged.mean(pair -> statistic.micros(pair.get(1)) - statistic.micros(pair.get(0)))));
        }
        double probes = median(pairs, 1, figures -> new StageTable(figures).probesPerMessage());
        double nanos = median(pairs, 1, figures -> figures.result().probeNanos());
        cells.add(TableCells.percent(probes));
        cells.add(TableCells.percent(nanos));
        cells.add(TableCells.micros(probes * nanos / 1_000));
        return cells;
    }

    /** A difference that may be 0, by its interval, says nothing of the cost: it is not "no difference". */
    private static String difference(MeanEstimate difference) {
        boolean unresolved = difference.interval(Blocks.CONFIDENCE).contains(0);
        return TableCells.signed(difference) + (unresolved ? ", unresolved" : "");
    }

    private static double median(Blocks pairs, int side, ToDoubleFunction<JvmFigures> figure) {
        return ColumnTable.median(
                pairs.rows().stream().map(pair -> pair.get(side)).toList(), figure);
    }
}
