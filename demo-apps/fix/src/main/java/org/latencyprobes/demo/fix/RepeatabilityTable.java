package org.latencyprobes.demo.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.latencyprobes.analysis.statistics.Interval;
import org.latencyprobes.analysis.statistics.RatioEstimate;
import org.latencyprobes.demo.common.Level;
import org.latencyprobes.report.Grid;

/**
 * The repeatability of a comparison: its figures and factors over those of an earlier one with the same settings. The JVMs of the two are
 * independent of each other, so each interval is that of Welch's test.
 */
final class RepeatabilityTable {

    private static final List<Statistic> STATISTICS = List.of(
            new Statistic("p50", Level.P50, figures -> figures.micros(Level.P50)),
            new Statistic("mean", Level.P50, JvmFigures::meanMicros),
            new Statistic("p99", Level.P99, figures -> figures.micros(Level.P99)));

    private final FixComparison earlier;
    private final FixComparison now;
    private final List<Row> figures = new ArrayList<>();
    private final List<Row> factors = new ArrayList<>();

    /**
     * What is compared of a JVM.
     *
     * @param level by which JVMs that others disturbed are left out
     */
    private record Statistic(String name, Level level, ToDoubleFunction<JvmFigures> of) {}

    private record Row(String name, RatioEstimate earlier, RatioEstimate now) {

        Interval change() {
            return interval(now.over(earlier));
        }

        boolean isRepeated() {
            return change().contains(1);
        }
    }

    /**
     * Creates a table.
     *
     * @param earlier with the same schedule
     */
    RepeatabilityTable(FixComparison earlier, FixComparison now) {
        this.earlier = earlier;
        this.now = now;
        List<Cell> cells =
                now.schedule().cells().stream().filter(cell -> !cell.agent()).toList();
        for (Cell cell : cells) {
            add(figures, title(cell) + ", µs", List.of(cell));
            cells.stream()
                    .filter(echo -> echo.is(FixComparison.echoOf(cell.engine()), cell.scenario(), cell.rate()))
                    .filter(echo -> !echo.equals(cell))
                    .forEach(echo ->
                            add(factors, title(cell) + ", to " + echo.engine().title(), List.of(cell, echo)));
        }
        for (int i = 1; i < Cells.LADDER.size(); i++) {
            addStep(Cells.LADDER.get(i - 1), Cells.LADDER.get(i));
        }
    }

    private static String title(Cell cell) {
        return String.format(
                Locale.ROOT,
                "%s, %s %,d/s",
                cell.engine().title(),
                cell.scenario().id(),
                cell.rate());
    }

    private void addStep(Cells.Step before, Cells.Step step) {
        Optional<Cell> first = now.cell(before);
        Optional<Cell> second = now.cell(step);
        if (first.isPresent() && second.isPresent()) {
            add(factors, step.change() + ", to the step before", List.of(second.get(), first.get()));
        }
    }

    private void add(List<Row> rows, String name, List<Cell> cells) {
        for (Statistic statistic : STATISTICS) {
            Function<FixComparison, Blocks> blocks =
                    comparison -> comparison.blocks(cells).by(statistic.level()).judged();
            if (isKnown(blocks.apply(earlier), statistic) && isKnown(blocks.apply(now), statistic)) {
                rows.add(new Row(
                        statistic.name() + " of " + name,
                        estimate(blocks.apply(earlier), statistic),
                        estimate(blocks.apply(now), statistic)));
            }
        }
    }

    private static boolean isKnown(Blocks blocks, Statistic statistic) {
        return blocks.size() > 1
                && blocks.rows().stream()
                        .flatMap(List::stream)
                        .allMatch(figures -> figures.isJudgeable(statistic.level()));
    }

    private static RatioEstimate estimate(Blocks blocks, Statistic statistic) {
        return blocks.ratio(row -> statistic.of().applyAsDouble(row.get(0))
                / (row.size() == 1 ? 1 : statistic.of().applyAsDouble(row.get(1))));
    }

    private static Interval interval(RatioEstimate ratio) {
        return ratio.interval(Blocks.CONFIDENCE);
    }

    /** How many figures and factors were found again. */
    String sentence() {
        if (figures.isEmpty()) {
            return "Nothing was measured twice: no figure can be judged in both comparisons.";
        }
        return "Measured twice: of " + count(figures, "figures")
                + (factors.isEmpty() ? "" : " and of " + count(factors, "factors"))
                + ", the 95 % interval of now over earlier holds 1. If nothing had changed, it would in about 95 %.";
    }

    private static String count(List<Row> rows, String what) {
        long repeated = rows.stream().filter(Row::isRepeated).count();
        return String.format(
                Locale.ROOT,
                "%d %s %d (%.0f %%)",
                rows.size(),
                what,
                repeated,
                100.0 * repeated / Math.max(1, rows.size()));
    }

    /** The figures and factors that differ; empty if none does. */
    Optional<Grid> grid() {
        Grid grid = new Grid(1, List.of("not found again", "earlier (95 %)", "now (95 %)", "now over earlier (95 %)"));
        for (List<Row> rows : List.of(figures, factors)) {
            rows.stream()
                    .filter(row -> !row.isRepeated())
                    .forEach(row -> grid.add(List.of(
                            row.name(),
                            interval(row.earlier()).text(),
                            interval(row.now()).text(),
                            row.change().text())));
        }
        return Optional.of(grid).filter(each -> isAnyUnrepeated());
    }

    private boolean isAnyUnrepeated() {
        return !Stream.concat(figures.stream(), factors.stream()).allMatch(Row::isRepeated);
    }
}
