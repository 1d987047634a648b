package org.latencyprobes.agent.command;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;

/** A writer of histograms as text: HdrHistogram's compressed form in base64, as in {@code .hlog} files. For one thread. */
public final class HistogramText {

    private ByteBuffer buffer = ByteBuffer.allocate(0);

    /** Creates a writer, which keeps its buffer. */
    public HistogramText() {}

    /** The text of a histogram. */
    String of(Histogram histogram) {
        if (buffer.capacity() < histogram.getNeededByteBufferCapacity()) {
            buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        }
        buffer.clear();
        int bytes = histogram.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), bytes));
    }

    /**
     * Reads a histogram.
     *
     * @param text as this class writes it
     * @return a new histogram
     * @throws IllegalArgumentException if it is none
     */
    public static Histogram parse(String text) {
        try {
            return Histogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("the agent's answer has a broken histogram", e);
        }
    }
}
