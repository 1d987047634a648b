package org.latencyprobes.demo.fix.report;

import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.fix.comparison.Blocks;
import org.latencyprobes.demo.fix.comparison.Cell;
import org.latencyprobes.demo.fix.comparison.FixComparison;
import org.latencyprobes.demo.fix.comparison.JvmFigures;
import org.latencyprobes.demo.fix.comparison.PublishedFixFigures;
import org.latencyprobes.demo.fix.comparison.Scenario;
import org.latencyprobes.demo.fix.comparison.Statistic;
import org.latencyprobes.demo.fix.comparison.TableCells;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.engine.echo.EchoEngine;
import org.latencyprobes.demo.fix.measure.RunFigures;
import org.latencyprobes.internal.report.Grid;

/** The tables of a scenario at one rate. Figures are medians over the JVMs of an engine, factors are formed within blocks. */
record RateTables(FixComparison comparison, Scenario scenario, int rate) {

    List<Grid> all() {
        return cells().isEmpty() ? List.of() : List.of(figures(), factors(), resources());
    }

    private List<Cell> cells() {
        return comparison.schedule().cells().stream()
                .filter(cell -> cell.scenario() == scenario && cell.rate() == rate && !cell.agent())
                .filter(cell -> !comparison.of(cell).isEmpty())
                .toList();
    }

    private Grid figures() {
        ColumnTable table = new ColumnTable(
                comparison,
                title() + ", µs",
                cells().stream(),
                cell -> cell.engine().title(),
                List.of("published " + PublishedFixFigures.QUICKFIX, "published " + PublishedFixFigures.CHRONICLE));
        table.row("JVMs", jvms -> String.valueOf(jvms.size()), "", "");
        table.wholeRow("messages in each", JvmFigures::count, "", "");
        table.microsRow("mean", JvmFigures::meanMicros, "", "");
        for (Level level : Level.values()) {
            table.row(
                    level,
                    published(PublishedFixFigures.QUICKFIX, level),
                    published(PublishedFixFigures.CHRONICLE, level));
        }
        table.row("messages a second", RateTables::held, "", "");
        table.wholeRow(
                "most a second, after the warm-up", figures -> figures.result().capacity(), "", "");
        return table.grid();
    }

    private String title() {
        return String.format(Locale.ROOT, "%s, %,d/s", scenario.id(), rate);
    }

    private String published(String name, Level level) {
        return TableCells.micros(PublishedFixFigures.micros(name, rate, level));
    }

    private static String held(List<JvmFigures> jvms) {
        boolean held = jvms.stream().allMatch(JvmFigures::isHeld);
        return TableCells.whole(ColumnTable.median(jvms, JvmFigures::perSecond)) + (held ? "" : " (not held)");
    }

    /** The factors of each engine to the echo: QuickFIX/J's is the largest that the machine can show. */
    private Grid factors() {
        Grid grid = new Grid(
                2,
                List.of(
                        title() + ", 95 %",
                        "over",
                        "blocks",
                        "p50",
                        "p50 less the other's, µs",
                        "blocks of mean and p99",
                        "mean",
                        "mean less the other's, µs",
                        "p99"));
        for (Cell cell : cells()) {
            if (!cell.engine().name().equals(EchoEngine.NAME)) {
                addFactors(grid, cell.engine());
            }
        }
        return grid;
    }

    private void addFactors(Grid grid, Engine engine) {
        Blocks all = comparison.blocks(scenario, rate, engine.name(), EchoEngine.NAME);
        if (all.isEmpty()) {
            return;
        }
        Blocks blocks = all.judged();
        Blocks tails = all.by(Statistic.P99).judged();
        Blocks means = all.by(Statistic.MEAN).judged();
        grid.add(List.of(
                engine.title(),
                blocks.rows().get(0).get(1).spec().cell().engine().title(),
                all.countOfJudged(),
                TableCells.ratio(blocks),
                TableCells.signed(blocks.differenceTo(1)),
                all.by(Statistic.MEAN).countOfJudged(),
                TableCells.ratio(means),
                TableCells.signed(means.differenceTo(1)),
                tails.isJudgeable() ? TableCells.ratio(tails) : TableCells.NONE));
    }

    /** What JVMs spent besides: a run in which compilers still work is marked. */
    private Grid resources() {
        Grid grid = new Grid(
                1,
                List.of(
                        title(),
                        "bytes per round trip",
                        "collections",
                        "pauses, ms",
                        "round trips beyond p99",
                        "of them in a collection",
                        "of all in one, %",
                        "JIT, ms in each JVM",
                        "others' CPUs, median"));
        for (Cell cell : cells()) {
            double compileMillis = median(cell, JvmFigures::compileMillis);
            grid.add(List.of(
                    cell.engine().title(),
                    TableCells.whole(median(cell, JvmFigures::bytesPerMessage)),
                    TableCells.whole(sum(cell, run -> run.usage().pauses().size())),
                    TableCells.whole(sum(cell, run -> run.usage().pauseMillis())),
                    TableCells.whole(sum(cell, run -> run.tail().beyond())),
                    TableCells.whole(sum(cell, run -> run.tail().beyondCollected())),
                    TableCells.percent(100 * sum(cell, run -> run.tail().collected()) / sum(cell, RunFigures::count)),
                    TableCells.whole(compileMillis) + (compileMillis > 0 ? "*" : ""),
                    TableCells.percent(median(cell, JvmFigures::otherCpus))));
        }
        return grid;
    }

    private double median(Cell cell, ToDoubleFunction<JvmFigures> figure) {
        return ColumnTable.median(comparison.of(cell), figure);
    }

    private double sum(Cell cell, ToDoubleFunction<RunFigures> figure) {
        return comparison.of(cell).stream()
                .mapToDouble(figures -> figures.sum(figure))
                .sum();
    }
}
