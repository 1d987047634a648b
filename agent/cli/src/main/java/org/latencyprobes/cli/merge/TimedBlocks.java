package org.latencyprobes.cli.merge;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * The samples of a probe in one run, by blocks of time of equal length. When there are too many blocks, each two become one of twice the length.
 * So memory is bounded whatever the length of the run: a block takes some 300 bytes. Not thread-safe.
 */
public final class TimedBlocks {

    private static final long FIRST_MILLIS = 1_000;

    private final int most;
    private TreeMap<Long, byte[]> blocks = new TreeMap<>();
    private int doublings;
    private long openIndex;
    private HistogramSum open;

    /**
     * Creates no blocks.
     *
     * @param most the largest number of blocks; 1 for the sum alone
     */
    public TimedBlocks(int most) {
        this.most = most;
    }

    /**
     * Adds a line to the block in which it begins.
     *
     * @param line with its times
     */
    public void add(Histogram line) {
        if (open == null || index(line) != openIndex) {
            close(); // after which blocks may be longer
            open = new HistogramSum();
            openIndex = index(line);
        }
        open.add(line, Untimed.NONE);
    }

    private long index(Histogram line) {
        return most == 1 ? 0 : Math.floorDiv(line.getStartTimeStamp(), FIRST_MILLIS) >> doublings;
    }

    /** Ends the block that lines are added to, which takes a full histogram. Lines can still be added. */
    public void close() {
        if (open != null) {
            put(blocks, openIndex, encoded(open.total()));
            open = null;
        }
        while (blocks.size() > most) {
            doublings++;
            TreeMap<Long, byte[]> longer = new TreeMap<>();
            blocks.forEach((index, bytes) -> put(longer, index >> 1, bytes));
            blocks = longer;
        }
    }

    private static void put(TreeMap<Long, byte[]> blocks, long index, byte[] bytes) {
        byte[] there = blocks.get(index);
        if (there == null) {
            blocks.put(index, bytes);
            return;
        }
        HistogramSum sum = new HistogramSum();
        sum.add(decoded(there), Untimed.NONE);
        sum.add(decoded(bytes), Untimed.NONE);
        blocks.put(index, encoded(sum.total()));
    }

    /**
     * The blocks with samples.
     *
     * @return in the order of time, each with the start and the end of its block as its times
     */
    public List<Histogram> histograms() {
        close();
        long millis = FIRST_MILLIS << doublings;
        List<Histogram> histograms = new ArrayList<>();
        for (Map.Entry<Long, byte[]> block : blocks.entrySet()) {
            Histogram histogram = decoded(block.getValue());
            histogram.setStartTimeStamp(block.getKey() * millis);
            histogram.setEndTimeStamp((block.getKey() + 1) * millis);
            histograms.add(histogram);
        }
        histograms.removeIf(block -> block.getTotalCount() == 0);
        return histograms;
    }

    private static byte[] encoded(Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        return Arrays.copyOf(buffer.array(), histogram.encodeIntoCompressedByteBuffer(buffer));
    }

    private static Histogram decoded(byte[] bytes) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(bytes), 0);
        } catch (DataFormatException e) {
            throw new IllegalStateException(e); // encoded above
        }
    }
}
