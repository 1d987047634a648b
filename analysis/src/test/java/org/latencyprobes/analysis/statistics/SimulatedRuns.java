package org.latencyprobes.analysis.statistics;

import java.util.Random;
import java.util.stream.IntStream;
import org.latencyprobes.analysis.statistics.QuantileComparison.Basis;
import org.latencyprobes.analysis.statistics.QuantileComparison.Finding;
import org.latencyprobes.analysis.statistics.QuantileEstimate.Obstacle;

/**
 * Pairs of sides of runs whose figures are drawn.
 *
 * @param runs of each side
 * @param deviation by how much the logarithms of figures differ between runs
 * @param ofSpread the number of runs a side that a stored spread is from; 0 where each side's own is taken
 */
record SimulatedRuns(int runs, double deviation, int ofSpread) {

    /** The share of pairs with that finding, where the side after takes so many times as long. */
    double share(Finding finding, double ratio, int pairs, long seed) {
        return IntStream.range(0, pairs)
                        .filter(pair -> comparison(new Random(1_000_003L * pair + seed), ratio)
                                        .finding(0.95)
                                == finding)
                        .count()
                / (double) pairs;
    }

    private QuantileComparison comparison(Random random, double ratio) {
        QuantileEstimate before = side(random, runs, 1);
        QuantileEstimate after = side(random, runs, ratio);
        if (ofSpread == 0) {
            return new QuantileComparison(before, after, Basis.RUNS);
        }
        RunSpread spread = RunSpread.of(side(random, ofSpread, 1), side(random, ofSpread, 1.2));
        return new QuantileComparison(before.with(spread), after.with(spread), Basis.STORED_SPREAD);
    }

    private QuantileEstimate side(Random random, int size, double factor) {
        double[] logarithms = new double[size];
        for (int i = 0; i < size; i++) {
            logarithms[i] = Math.log(1_000 * factor) + deviation * random.nextGaussian();
        }
        return new QuantileEstimate(50, 1_000L * size, MeanEstimate.of(logarithms), 500, 0, size, Obstacle.NONE, false);
    }
}
