package org.latencyprobes.cli.compare;

import java.util.List;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.latencyprobes.analysis.statistics.QuantileComparison;
import org.latencyprobes.analysis.statistics.QuantileComparison.Basis;
import org.latencyprobes.analysis.statistics.QuantileEstimate;
import org.latencyprobes.analysis.statistics.RunSpread;

/**
 * How two sides are compared.
 *
 * @param spread how much runs differ, for sides of few runs
 * @param isPaired whether the runs are compared in pairs, in their order
 */
record ComparisonMethod(StoredSpread spread, boolean isPaired) {

    /** Whether two numbers of runs are enough to speak of more than these runs. */
    static boolean isOfRuns(int before, int after) {
        return Math.min(before, after) >= QuantileEstimate.LEAST_RUNS;
    }

    /**
     * Checks the numbers of runs of two sides with names.
     *
     * @throws IllegalArgumentException if there are no pairs of them, or too few
     */
    void check(String nameBefore, int before, String nameAfter, int after) {
        if (isPaired && (before != after || !isOfRuns(before, after))) {
            throw new IllegalArgumentException("--paired needs the same number of runs on each side, "
                    + QuantileEstimate.LEAST_RUNS + " or more; there are " + before + " of " + nameBefore + " and "
                    + after + " of " + nameAfter);
        }
    }

    /** Says which runs are pairs; nothing if they are not compared so. */
    void remarkPairs(Side before, Side after, Consumer<String> remarks) {
        if (isPaired) {
            new RunPairs(before, after).remark(remarks);
        }
    }

    /** By runs, if there are enough, or else by a stored spread, or else by blocks of time; empty if a run has no samples. */
    List<QuantileComparison> compared(Side before, Side after, String probe, List<Double> percentiles) {
        List<Histogram> left = before.totals(probe);
        List<Histogram> right = after.totals(probe);
        if (left.isEmpty() || right.isEmpty()) {
            return List.of();
        }
        if (isOfRuns(left.size(), right.size())) {
            return percentiles.stream()
                    .map(percentile -> ofRuns(left, right, percentile))
                    .toList();
        }
        List<Histogram> leftBlocks = before.blocks(probe);
        List<Histogram> rightBlocks = after.blocks(probe);
        return percentiles.stream()
                .map(percentile -> {
                    RunSpread known = spread.of(probe, percentile, left, right);
                    return known == null
                            ? new QuantileComparison(
                                    QuantileEstimate.ofBlocks(leftBlocks, percentile),
                                    QuantileEstimate.ofBlocks(rightBlocks, percentile),
                                    Basis.RECORDINGS)
                            : new QuantileComparison(
                                    QuantileEstimate.ofRuns(left, known),
                                    QuantileEstimate.ofRuns(right, known),
                                    Basis.STORED_SPREAD);
                })
                .toList();
    }

    private QuantileComparison ofRuns(List<Histogram> left, List<Histogram> right, double percentile) {
        return isPaired
                ? QuantileComparison.ofPairs(left, right, percentile)
                : new QuantileComparison(
                        QuantileEstimate.ofRuns(left, percentile),
                        QuantileEstimate.ofRuns(right, percentile),
                        Basis.RUNS);
    }
}
