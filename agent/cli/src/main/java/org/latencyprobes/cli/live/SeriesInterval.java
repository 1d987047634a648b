package org.latencyprobes.cli.live;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * What one series recorded between two snapshots. Immutable but for its histogram, which may be dropped.
 *
 * <p>A histogram takes some hundred bytes as it is kept here.
 *
 * @param interval when it was; the same object for all series
 * @param count how many calls there were, 1 or more
 * @param timed how many of them were timed
 * @param maxNanos the longest call, in ns, at most 0.8 % above the true one; 0 where none was timed
 * @param isUniform whether the mode has been the same since the interval with calls before, so that the same share of calls was timed
 * @param p50Nanos the median, in ns
 * @param p99Nanos the 99th percentile, in ns
 * @param packed the timed calls, as long as memory suffices to keep them: nobody else reads it
 */
public record SeriesInterval(
        LiveInterval interval,
        long count,
        long timed,
        long maxNanos,
        boolean isUniform,
        long p50Nanos,
        long p99Nanos,
        Packed packed) {

    /** The bytes of a histogram until they are dropped. */
    static final class Packed {

        private volatile byte[] bytesOrNull;
    }

    static SeriesInterval of(
            LiveInterval interval, long count, long timed, long maxNanos, boolean isUniform, Histogram histogram) {
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        Packed packed = new Packed();
        packed.bytesOrNull = Arrays.copyOf(buffer.array(), histogram.encodeIntoByteBuffer(buffer));
        return new SeriesInterval(
                interval,
                count,
                timed,
                maxNanos,
                isUniform,
                Math.min(maxNanos, histogram.getValueAtPercentile(50)),
                Math.min(maxNanos, histogram.getValueAtPercentile(99)),
                packed);
    }

    /**
     * Calls per second.
     *
     * @return of the interval
     */
    public double perSecond() {
        return count * 1e9 / (interval.toNanos() - interval.fromNanos());
    }

    /**
     * The timed calls.
     *
     * @return a new histogram in ns, with its times; null where memory did not suffice to keep it
     */
    public Histogram histogram() {
        byte[] present = packed.bytesOrNull;
        if (present == null) {
            return null;
        }
        Histogram histogram = Histogram.decodeFromByteBuffer(ByteBuffer.wrap(present), 0);
        histogram.setStartTimeStamp(interval.startMillis());
        histogram.setEndTimeStamp(interval.toMillis());
        return histogram;
    }

    /** For want of memory. */
    void dropHistogram() {
        packed.bytesOrNull = null;
    }

    /**
     * How much memory the timed calls take here.
     *
     * @return in bytes; 0 where memory did not suffice to keep them
     */
    public int histogramBytes() {
        byte[] present = packed.bytesOrNull;
        return present == null ? 0 : present.length;
    }
}
