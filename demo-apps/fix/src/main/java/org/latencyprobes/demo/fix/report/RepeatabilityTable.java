package org.latencyprobes.demo.fix.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.latencyprobes.analysis.statistics.Holm;
import org.latencyprobes.analysis.statistics.Interval;
import org.latencyprobes.analysis.statistics.RatioEstimate;
import org.latencyprobes.demo.fix.comparison.Blocks;
import org.latencyprobes.demo.fix.comparison.Cell;
import org.latencyprobes.demo.fix.comparison.Cells;
import org.latencyprobes.demo.fix.comparison.FixComparison;
import org.latencyprobes.demo.fix.comparison.Statistic;
import org.latencyprobes.demo.fix.comparison.TableCells;
import org.latencyprobes.report.Grid;

/**
 * The repeatability of a comparison: its figures and factors over those of an earlier one with the same settings. The JVMs of the two are
 * independent of each other, so each interval is that of Welch's test.
 */
public final class RepeatabilityTable {

    private static final List<Statistic> STATISTICS = List.of(Statistic.P50, Statistic.MEAN, Statistic.P99);

    private final FixComparison earlier;
    private final FixComparison now;
    private final List<Row> figures = new ArrayList<>();
    private final List<Row> factors = new ArrayList<>();
    private int withoutBlocks;
    private int withoutSamples;

    private record Row(String name, RatioEstimate earlier, RatioEstimate now) {

        Interval change() {
            return interval(now.over(earlier));
        }

        double pValue() {
            return now.over(earlier).pValue(1);
        }

        boolean isRepeated() {
            return change().contains(1);
        }
    }

    /**
     * Creates a table.
     *
     * @param earlier with the same cells; it may have other numbers of blocks
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
            Function<FixComparison, Blocks> judged =
                    comparison -> comparison.blocks(cells).by(statistic).judged();
            Blocks before = judged.apply(earlier);
            Blocks after = judged.apply(now);
            if (Math.min(before.size(), after.size()) < 2) {
                withoutBlocks++;
            } else if (!before.isJudgeable() || !after.isJudgeable()) {
                withoutSamples++;
            } else {
                rows.add(new Row(statistic.label() + " of " + name, estimate(before), estimate(after)));
            }
        }
    }

    private static RatioEstimate estimate(Blocks blocks) {
        boolean isFactor = blocks.rows().get(0).size() > 1;
        return isFactor
                ? blocks.ratioTo(1)
                : blocks.ratio(row -> blocks.statistic().micros(row.get(0)));
    }

    private static Interval interval(RatioEstimate ratio) {
        return ratio.interval(Blocks.CONFIDENCE);
    }

    private List<Row> rows() {
        return Stream.concat(figures.stream(), factors.stream()).toList();
    }

    /** How many figures and factors were found again, what differs beyond chance, and what is not compared. */
    String sentence() {
        if (figures.isEmpty()) {
            return "Nothing was measured twice: no figure can be judged in both comparisons." + leftOut();
        }
        return "Measured twice: of " + count(figures, "figures")
                + (factors.isEmpty() ? "" : " and of " + count(factors, "factors"))
                + ", the 95 % interval of now over earlier holds 1. If nothing had changed, it would in about 95 %. "
                + beyondChance() + leftOut();
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

    private String beyondChance() {
        List<Row> rows = rows();
        double[] corrected = corrected();
        List<String> differ = IntStream.range(0, rows.size())
                .filter(i -> corrected[i] < 1 - Blocks.CONFIDENCE)
                .mapToObj(i -> rows.get(i).name())
                .toList();
        return String.format(
                Locale.ROOT,
                "After Holm's correction for all %d rows %s.",
                rows.size(),
                differ.isEmpty() ? "none differs" : "these differ: " + String.join("; ", differ));
    }

    private double[] corrected() {
        return Holm.adjusted(rows().stream().mapToDouble(Row::pValue).toArray());
    }

    private String leftOut() {
        return String.format(
                Locale.ROOT,
                " Left out: %d rows without two blocks in both, and %d with fewer than fifty messages beyond p99 in a JVM.",
                withoutBlocks,
                withoutSamples);
    }

    /** The figures and factors that differ; empty if none does. */
    Optional<Grid> grid() {
        Grid grid = new Grid(
                1,
                List.of(
                        "not found again",
                        "earlier (95 %)",
                        "now (95 %)",
                        "now over earlier (95 %)",
                        "p after Holm's correction"));
        List<Row> rows = rows();
        double[] corrected = corrected();
        boolean isAny = false;
        for (int i = 0; i < corrected.length; i++) {
            Row row = rows.get(i);
            if (!row.isRepeated()) {
                isAny = true;
                grid.add(List.of(
                        row.name(),
                        interval(row.earlier()).text(),
                        interval(row.now()).text(),
                        row.change().text(),
                        TableCells.pValue(corrected[i])));
            }
        }
        return isAny ? Optional.of(grid) : Optional.empty();
    }
}
