package org.latencyprobes.demo.fix.comparison;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.latencyprobes.analysis.statistics.MeanEstimate;
import org.latencyprobes.analysis.statistics.RatioEstimate;

/**
 * The blocks in which all of some cells were measured. A block is dropped as a whole, and only for what others used of the machine meanwhile:
 * never for its latencies.
 *
 * @param rows a block each: the JVMs of the compared cells, in the order of the cells
 * @param statistic what is compared: little of others' work is enough to show in a tail
 */
public record Blocks(List<List<JvmFigures>> rows, Statistic statistic) {

    /** No blocks. */
    public static final Blocks NONE = new Blocks(List.of());

    /** The confidence of all intervals. */
    public static final double CONFIDENCE = 0.95;

    /** The fewest blocks that say something of their spread. */
    private static final int FEWEST_BLOCKS = 3;

    /** Blocks that are compared by their p50. */
    public Blocks(List<List<JvmFigures>> rows) {
        this(rows, Statistic.P50);
    }

    /** The same blocks, compared by another statistic. */
    public Blocks by(Statistic other) {
        return new Blocks(rows, other);
    }

    public boolean isEmpty() {
        return rows.isEmpty();
    }

    public int size() {
        return rows.size();
    }

    /** The blocks in which nobody else used much of the machine. */
    public Blocks calm() {
        return new Blocks(
                rows.stream()
                        .filter(row -> row.stream().noneMatch(figures -> figures.isDisturbed(statistic)))
                        .toList(),
                statistic);
    }

    /** The blocks that are judged: without those that were disturbed, where at least half of all and three are left; else all. */
    public Blocks judged() {
        Blocks calm = calm();
        return calm.size() >= FEWEST_BLOCKS && 2 * calm.size() >= size() ? calm : this;
    }

    /** How many blocks are judged, of how many, and how many of those were disturbed. */
    public String countOfJudged() {
        Blocks judged = judged();
        int disturbed = judged.size() - judged.calm().size();
        return judged.size() + " of " + size() + (disturbed == 0 ? "" : ", " + disturbed + " disturbed");
    }

    /** The engines whose statistic is that of a queue in most blocks. */
    public List<String> saturated() {
        int columns = rows.stream().mapToInt(List::size).max().orElse(0);
        return IntStream.range(0, columns)
                .filter(column -> 2
                                * rows.stream()
                                        .filter(row -> row.get(column).isSaturated(statistic))
                                        .count()
                        > size())
                .mapToObj(
                        column -> rows.get(0).get(column).spec().cell().engine().title())
                .distinct()
                .toList();
    }

    /** Whether enough messages lie beyond the percentile in all of these JVMs. */
    public boolean isJudgeable() {
        return rows.stream().flatMap(List::stream).allMatch(statistic::isJudgeable);
    }

    /** The statistic of the first cell over that of another. */
    public RatioEstimate ratioTo(int other) {
        return ratio(row -> statistic.micros(row.get(0)) / statistic.micros(row.get(other)));
    }

    /** The statistic of the first cell less that of another. */
    public MeanEstimate differenceTo(int other) {
        return mean(row -> statistic.micros(row.get(0)) - statistic.micros(row.get(other)));
    }

    /** The geometric mean of a ratio that is formed within each block. */
    public RatioEstimate ratio(ToDoubleFunction<List<JvmFigures>> ofBlock) {
        return RatioEstimate.ofRatios(rows.stream().mapToDouble(ofBlock).toArray());
    }

    /** The mean of a figure that is formed within each block. */
    public MeanEstimate mean(ToDoubleFunction<List<JvmFigures>> ofBlock) {
        return MeanEstimate.of(rows.stream().mapToDouble(ofBlock).toArray());
    }
}
