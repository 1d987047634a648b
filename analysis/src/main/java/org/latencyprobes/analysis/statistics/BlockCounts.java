package org.latencyprobes.analysis.statistics;

import java.util.List;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;

/**
 * The samples of each block, counted by values that all blocks share.
 *
 * @param lows the lower ends of the values' buckets
 * @param values in order
 * @param places of each block, which of the values it has
 * @param counts of each block, how many samples of these
 * @param total the number of all samples
 */
record BlockCounts(long[] lows, long[] values, int[][] places, long[][] counts, long total) {

    /** Less than this of a sample is not an excess but the rounding of the sum. */
    private static final double ROUNDING = 1e-6;

    static BlockCounts of(List<? extends AbstractHistogram> blocks) {
        TreeMap<Long, Long> used = new TreeMap<>();
        blocks.forEach(block -> block.recordedValues()
                .forEach(value ->
                        used.put(value.getValueIteratedTo(), block.lowestEquivalentValue(value.getValueIteratedTo()))));
        if (used.isEmpty()) {
            throw new IllegalArgumentException("no samples");
        }
        long[] values = used.keySet().stream().mapToLong(Long::longValue).toArray();
        long[] lows = used.values().stream().mapToLong(Long::longValue).toArray();
        TreeMap<Long, Integer> placeOf = new TreeMap<>();
        for (int place = 0; place < values.length; place++) {
            placeOf.put(values[place], place);
        }
        int[][] places = new int[blocks.size()][];
        long[][] counts = new long[blocks.size()][];
        long total = 0;
        for (int block = 0; block < places.length; block++) {
            TreeMap<Integer, Long> sparse = new TreeMap<>();
            for (HistogramIterationValue value : blocks.get(block).recordedValues()) {
                sparse.put(placeOf.get(value.getValueIteratedTo()), value.getCountAtValueIteratedTo());
                total += value.getCountAtValueIteratedTo();
            }
            places[block] = sparse.keySet().stream().mapToInt(Integer::intValue).toArray();
            counts[block] = sparse.values().stream().mapToLong(Long::longValue).toArray();
        }
        return new BlockCounts(lows, values, places, counts, total);
    }

    /**
     * The quantile of as many blocks as there are, drawn with replacement; of all, if no drawn block has samples. It is taken as if the samples of a
     * bucket were spread evenly over it. Then it does not jump from bucket to bucket.
     */
    double drawnWithin(double quantile, IntUnaryOperator draw) {
        long[] sums = new long[values.length];
        long drawn = sumDrawn(sums, draw);
        return drawn == 0 ? within(quantile) : within(sums, quantile * drawn);
    }

    /** The quantile of all samples, as if those of a bucket were spread evenly over it. */
    double within(double quantile) {
        int[] next = {0};
        return drawnWithin(quantile, any -> next[0]++);
    }

    private double within(long[] sums, double rank) {
        int place = placeOf(sums, rank);
        long before = 0;
        for (int i = 0; i < place; i++) {
            before += sums[i];
        }
        return lows[place] + (values[place] + 1.0 - lows[place]) * (rank - before) / sums[place];
    }

    /** How wide the quantile's bucket is, relative to its lower end. */
    double resolution(double quantile) {
        int[] next = {0};
        long[] sums = new long[values.length];
        int place = placeOf(sums, quantile * sumDrawn(sums, any -> next[0]++));
        return (values[place] - lows[place]) / Math.max(1.0, lows[place]);
    }

    private long sumDrawn(long[] sums, IntUnaryOperator draw) {
        long drawn = 0;
        for (int i = 0; i < places.length; i++) {
            int block = draw.applyAsInt(places.length);
            for (int j = 0; j < places[block].length; j++) {
                sums[places[block][j]] += counts[block][j];
                drawn += counts[block][j];
            }
        }
        return drawn;
    }

    private static int placeOf(long[] sums, double rank) {
        long reached = 0;
        int place = -1;
        while (reached < rank || place < 0) {
            reached += sums[++place];
        }
        return place;
    }

    /** How many samples more than its part each block has beyond the quantile: their sum is 0. */
    double[] excess(double quantile) {
        double value = within(quantile);
        double[] excess = new double[places.length];
        for (int block = 0; block < excess.length; block++) {
            for (int j = 0; j < places[block].length; j++) {
                int place = places[block][j];
                double beyond = (values[place] + 1.0 - value) / (values[place] + 1.0 - lows[place]);
                excess[block] += counts[block][j] * (Math.max(0, Math.min(1, beyond)) - (1 - quantile));
            }
            excess[block] = Math.abs(excess[block]) < ROUNDING ? 0 : excess[block];
        }
        return excess;
    }

    /** Each two neighbours as one block. A last one without neighbour joins those before it. */
    BlockCounts halved() {
        int[][] halfPlaces = new int[places.length / 2][];
        long[][] halfCounts = new long[places.length / 2][];
        for (int half = 0; half < halfPlaces.length; half++) {
            int end = half == halfPlaces.length - 1 ? places.length : 2 * half + 2;
            TreeMap<Integer, Long> sparse = new TreeMap<>();
            for (int block = 2 * half; block < end; block++) {
                for (int j = 0; j < places[block].length; j++) {
                    sparse.merge(places[block][j], counts[block][j], Long::sum);
                }
            }
            halfPlaces[half] =
                    sparse.keySet().stream().mapToInt(Integer::intValue).toArray();
            halfCounts[half] =
                    sparse.values().stream().mapToLong(Long::longValue).toArray();
        }
        return new BlockCounts(lows, values, halfPlaces, halfCounts, total);
    }

    int blocks() {
        return places.length;
    }
}
