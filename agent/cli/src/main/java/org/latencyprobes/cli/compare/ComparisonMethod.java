package org.latencyprobes.cli.compare;

import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
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
     * Checks the numbers of runs.
     *
     * @throws IllegalArgumentException if there are no pairs of them, or too few
     */
    void check(int before, int after) {
        if (isPaired && (before != after || !isOfRuns(before, after))) {
            throw new IllegalArgumentException("--paired needs the same number of runs on each side, "
                    + QuantileEstimate.LEAST_RUNS + " or more; there are " + before + " before and " + after
                    + " after");
        }
    }

    /** Says which runs are pairs; nothing if they are not compared so. */
    void remarkPairs(Side before, Side after, Consumer<String> remarks) {
        if (!isPaired) {
            return;
        }
        List<String> left = names(before);
        List<String> right = names(after);
        remarks.accept("runs are compared in pairs, in their order; the first pair is " + left.get(0) + " and "
                + right.get(0));
        remarkOrder("before", before.runs(), after.runs(), remarks);
        remarkOrder("after", after.runs(), before.runs(), remarks);
        List<String> leftParts = distinctParts(left);
        List<String> rightParts = distinctParts(right);
        IntStream.range(0, left.size())
                .filter(i -> !leftParts.get(i).equals(rightParts.get(i)))
                .boxed()
                .findFirst()
                .ifPresent(i -> remarks.accept("check the pairs: pair " + (i + 1) + " is " + left.get(i) + " and "
                        + right.get(i) + ", whose names do not match"));
    }

    private static void remarkOrder(String name, List<Run> first, List<Run> second, Consumer<String> remarks) {
        if (IntStream.range(0, first.size()).allMatch(i -> first.get(i).endsBefore(second.get(i)))) {
            remarks.accept("in every pair the run " + name + " came first, so a drift of the machine looks like a"
                    + " difference: swap the order in every other pair");
        }
    }

    private static List<String> names(Side side) {
        return side.runs().stream().map(Run::name).toList();
    }

    /** The names without what all of them begin and end with. */
    private static List<String> distinctParts(List<String> names) {
        int begin = commonStart(names).length();
        List<String> ends = names.stream()
                .map(name -> new StringBuilder(name.substring(begin)).reverse().toString())
                .toList();
        int end = commonStart(ends).length();
        return ends.stream().map(name -> name.substring(end)).toList();
    }

    private static String commonStart(List<String> names) {
        String start = names.get(0);
        for (String name : names) {
            while (!name.startsWith(start)) {
                start = start.substring(0, start.length() - 1);
            }
        }
        return start;
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
