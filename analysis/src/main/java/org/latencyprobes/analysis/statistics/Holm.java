package org.latencyprobes.analysis.statistics;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The correction for several claims that are tested at once (Holm, "A simple sequentially rejective multiple test procedure", 1979). It holds
 * the probability of any false finding among them, whatever their dependence. Stateless.
 */
public final class Holm {

    private Holm() {}

    /**
     * Corrects p-values.
     *
     * @param pValues of all claims that are tested, each 0 to 1
     * @return the corrected ones, in the same order, to be compared with the level that one claim alone would have
     */
    public static double[] adjusted(double... pValues) {
        List<Integer> rising = IntStream.range(0, pValues.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> pValues[i]))
                .toList();
        double[] adjusted = new double[pValues.length];
        double largest = 0;
        for (int rank = 0; rank < pValues.length; rank++) {
            int claim = rising.get(rank);
            largest = Math.max(largest, Math.min(1, pValues[claim] * (pValues.length - rank)));
            adjusted[claim] = largest;
        }
        return adjusted;
    }
}
