package org.latencyprobes.demo.common.figures;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.latencyprobes.histogram.Interval;

/**
 * A distribution of durations, as some recorder kept them.
 *
 * @param histogram in ns
 * @param maxNanos the longest, as exactly as the recorder knew it
 */
public record Distribution(Histogram histogram, long maxNanos) {

    private static final int DIGITS = 3;

    /** An empty distribution. It has three digits, so that rounding another recorder's buckets to these adds little. */
    public static Distribution none() {
        return new Distribution(new Histogram(DIGITS), 0);
    }

    public static Distribution of(Interval interval) {
        return new Distribution(interval.histogram(), interval.maxNanos());
    }

    /** Converts JLBH's histogram. Values outside its range count at the range's edge. */
    public static Distribution of(net.openhft.chronicle.core.util.Histogram jlbh) {
        Histogram histogram = new Histogram(DIGITS);
        int[] counts = jlbh.sampleCount();
        long inRange = 0;
        for (int bucket = 0; bucket < counts.length; bucket++) {
            record(histogram, middleNanos(jlbh, bucket), counts[bucket]);
            inRange += counts[bucket];
        }
        record(histogram, middleNanos(jlbh, counts.length - 1), jlbh.overRange());
        record(histogram, middleNanos(jlbh, 0), jlbh.totalCount() - inRange - jlbh.overRange());
        return new Distribution(histogram, jlbh.totalCount() == 0 ? 0 : (long) jlbh.percentile(1));
    }

    private static void record(Histogram histogram, double nanos, long count) {
        if (count > 0) {
            histogram.recordValueWithCount((long) nanos, count);
        }
    }

    /** The middle of a bucket of JLBH's, which is the exponent and the first bits of the fraction of a double. */
    private static double middleNanos(net.openhft.chronicle.core.util.Histogram jlbh, int bucket) {
        return Double.longBitsToDouble((((bucket + jlbh.floor()) << 1) + 1) << (51 - jlbh.fractionBits()));
    }

    public long count() {
        return histogram.getTotalCount();
    }

    public boolean isEmpty() {
        return count() == 0;
    }

    /** The value at a level as HdrHistogram's own tools print it: the upper edge of its bucket, but never above the longest. */
    public double nanos(Level level) {
        return Math.min(maxNanos, histogram.getValueAtPercentile(level.percentile()));
    }

    /** The middle of the bucket at a level, to compare recorders with buckets of different widths. */
    public double middleNanos(Level level) {
        return level == Level.MAX
                ? maxNanos
                : histogram.medianEquivalentValue(histogram.getValueAtPercentile(level.percentile()));
    }

    /** The values at all levels as CSV has them: in µs, to the ns. */
    public List<String> csvMicros() {
        return Stream.of(Level.values())
                .map(level -> String.format(Locale.ROOT, "%.3f", nanos(level) / 1_000))
                .toList();
    }

    public Distribution plus(Distribution other) {
        Histogram sum = new Histogram(Math.max(
                histogram.getNumberOfSignificantValueDigits(), other.histogram.getNumberOfSignificantValueDigits()));
        sum.add(histogram);
        sum.add(other.histogram);
        return new Distribution(sum, Math.max(maxNanos, other.maxNanos));
    }

    /** Encodes this as text without line breaks. */
    public String encoded() {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return maxNanos + " " + Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    public static Distribution decoded(String text) {
        String[] parts = text.split(" ");
        try {
            ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(parts[1]));
            return new Distribution(Histogram.decodeFromCompressedByteBuffer(bytes, 0), Long.parseLong(parts[0]));
        } catch (DataFormatException | RuntimeException e) {
            throw new IllegalArgumentException("not a histogram: " + text, e);
        }
    }
}
