package org.latencyprobes.cli.logs;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/**
 * The samples of a probe in one run, by blocks of time. A line belongs to the block in which it begins, and a block lasts from the start of its
 * first line to the end of its last one. When there are too many blocks, each two become one. So memory is bounded whatever the length of the
 * run: a block takes some 300 bytes. Not thread-safe.
 */
public final class TimedBlocks {

    private static final long FIRST_MILLIS = 1_000;

    private final int most;
    private TreeMap<Long, Block> blocks = new TreeMap<>();
    private int doublings;
    private long openIndex;
    private HistogramSum open;

    /** Packed samples, and the times of their lines, which the packed form does not have. */
    private record Block(long startMillis, long endMillis, byte[] bytes) {

        static Block of(Histogram histogram) {
            return new Block(histogram.getStartTimeStamp(), histogram.getEndTimeStamp(), encoded(histogram));
        }

        Histogram histogram() {
            Histogram histogram = decoded(bytes);
            histogram.setStartTimeStamp(startMillis);
            histogram.setEndTimeStamp(endMillis);
            return histogram;
        }
    }

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
            put(blocks, openIndex, Block.of(open.total()));
            open = null;
        }
        while (blocks.size() > most) {
            doublings++;
            TreeMap<Long, Block> longer = new TreeMap<>();
            blocks.forEach((index, block) -> put(longer, index >> 1, block));
            blocks = longer;
        }
    }

    private static void put(TreeMap<Long, Block> blocks, long index, Block block) {
        blocks.merge(
                index, block, (one, other) -> Block.of(HistogramSum.of(List.of(one.histogram(), other.histogram()))));
    }

    /**
     * The blocks with samples.
     *
     * @return in the order of time, each with the start and the end of its block as its times; none reaches into the next one, and a gap of less
     *     than a second is none
     */
    public List<Histogram> histograms() {
        close();
        List<Histogram> histograms = blocks.values().stream()
                .map(Block::histogram)
                .filter(block -> block.getTotalCount() > 0)
                .toList();
        for (int i = 0; i < histograms.size(); i++) {
            Histogram block = histograms.get(i);
            long next = i + 1 < histograms.size() ? histograms.get(i + 1).getStartTimeStamp() : Long.MAX_VALUE;
            block.setEndTimeStamp(end(block, next));
        }
        return histograms;
    }

    private static long end(Histogram block, long nextMillis) {
        long end = Math.max(block.getStartTimeStamp() + 1, block.getEndTimeStamp());
        return end > nextMillis - FIRST_MILLIS ? nextMillis : end;
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
