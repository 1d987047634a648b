package org.latencyprobes.cli.live;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/**
 * What one series recorded between two snapshots. Immutable but for its histogram, which may be dropped.
 *
 * <p>A histogram takes some hundred bytes as it is kept here.
 */
public final class SeriesInterval {

    private static final double[] PERCENTILES = {50, 99};

    private final LiveInterval interval;
    private final long count;
    private final long timed;
    private final long maxNanos;
    private final boolean isUniform;
    private final long[] percentileNanos = new long[PERCENTILES.length];
    private byte[] packed;

    SeriesInterval(
            LiveInterval interval, long count, long timed, long maxNanos, boolean isUniform, Histogram histogram) {
        this.interval = interval;
        this.count = count;
        this.timed = timed;
        this.maxNanos = maxNanos;
        this.isUniform = isUniform;
        Arrays.setAll(percentileNanos, at -> Math.min(maxNanos, histogram.getValueAtPercentile(PERCENTILES[at])));
        ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        packed = Arrays.copyOf(buffer.array(), histogram.encodeIntoByteBuffer(buffer));
    }

    /**
     * When it was.
     *
     * @return the same object for all series
     */
    public LiveInterval interval() {
        return interval;
    }

    /**
     * How many calls there were.
     *
     * @return 1 or more
     */
    public long count() {
        return count;
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
     * How many of them were timed.
     *
     * @return at most as many
     */
    public long timed() {
        return timed;
    }

    /**
     * The longest call.
     *
     * @return in ns, at most 0.8 % above the true one; 0 where none was timed
     */
    public long maxNanos() {
        return maxNanos;
    }

    /** Whether the mode has been the same since the interval with calls before, so that the same share of calls was timed. */
    boolean isUniform() {
        return isUniform;
    }

    /**
     * The median.
     *
     * @return in ns
     */
    public long p50Nanos() {
        return percentileNanos[0];
    }

    /**
     * The 99th percentile.
     *
     * @return in ns
     */
    public long p99Nanos() {
        return percentileNanos[1];
    }

    /**
     * The timed calls.
     *
     * @return a new histogram in ns, with its times; null where memory did not suffice to keep it
     */
    public Histogram histogram() {
        byte[] present = packed;
        if (present == null) {
            return null;
        }
        Histogram histogram = Histogram.decodeFromByteBuffer(ByteBuffer.wrap(present), 0);
        histogram.setStartTimeStamp(interval.startMillis());
        histogram.setEndTimeStamp(interval.toMillis());
        return histogram;
    }

    /**
     * How much memory the timed calls take here.
     *
     * @return in bytes; 0 where memory did not suffice to keep them
     */
    public int histogramBytes() {
        byte[] present = packed;
        return present == null ? 0 : present.length;
    }

    void drop() {
        packed = null;
    }
}
