package org.latencyprobes.analysis.statistics;

import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntUnaryOperator;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.HistogramIterationValue;

/** The samples of each block, counted by values that all blocks share. */
final class BlockCounts {

    private final long[] values;
    private final int[][] places;
    private final long[][] counts;
    private final long total;

    private BlockCounts(long[] values, int[][] places, long[][] counts, long total) {
        this.values = values;
        this.places = places;
        this.counts = counts;
        this.total = total;
    }

    static BlockCounts of(List<? extends AbstractHistogram> blocks) {
        TreeSet<Long> used = new TreeSet<>();
        blocks.forEach(block -> block.recordedValues().forEach(value -> used.add(value.getValueIteratedTo())));
        if (used.isEmpty()) {
            throw new IllegalArgumentException("no samples");
        }
        long[] values = used.stream().mapToLong(Long::longValue).toArray();
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
        return new BlockCounts(values, places, counts, total);
    }

    /** Whether there are blocks enough to draw from, and samples enough beyond the quantile. */
    boolean suffices(double quantile) {
        return places.length >= BlockBootstrap.LEAST_BLOCKS && new TailSamples(100 * quantile, total).isJudgeable();
    }

    /** The quantile of all samples. */
    long quantile(double quantile) {
        int[] next = {0};
        return drawn(quantile, any -> next[0]++);
    }

    /** The quantile of as many blocks as there are, drawn with replacement; of all, if no drawn block has samples. */
    long drawn(double quantile, IntUnaryOperator draw) {
        long[] sums = new long[values.length];
        long drawn = 0;
        for (int i = 0; i < places.length; i++) {
            int block = draw.applyAsInt(places.length);
            for (int j = 0; j < places[block].length; j++) {
                sums[places[block][j]] += counts[block][j];
                drawn += counts[block][j];
            }
        }
        return drawn == 0 ? quantile(quantile) : valueAt(sums, Math.max(1, (long) Math.ceil(quantile * drawn - 1e-6)));
    }

    private long valueAt(long[] sums, long rank) {
        long reached = 0;
        int place = -1;
        while (reached < rank) {
            reached += sums[++place];
        }
        return values[place];
    }
}
