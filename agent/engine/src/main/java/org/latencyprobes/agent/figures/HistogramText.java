package org.latencyprobes.agent.figures;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.HdrHistogram.Histogram;

/**
 * A writer of histograms as text: HdrHistogram's encoding in base64, not compressed. To compress it would make it a tenth to a half shorter,
 * and take ten times as long in the JVM that is watched. For one thread.
 */
public final class HistogramText {

    private ByteBuffer buffer = ByteBuffer.allocate(0);

    /** Creates a writer, which keeps its buffer. */
    public HistogramText() {}

    /**
     * The text of a histogram.
     *
     * @param histogram any
     * @return base64
     */
    public String of(Histogram histogram) {
        if (buffer.capacity() < histogram.getNeededByteBufferCapacity()) {
            buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        }
        buffer.clear();
        histogram.encodeIntoByteBuffer(buffer);
        return new String(Base64.getEncoder().encode(buffer.flip()).array(), StandardCharsets.ISO_8859_1);
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
            return Histogram.decodeFromByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("the agent's answer has a broken histogram", e);
        }
    }
}
