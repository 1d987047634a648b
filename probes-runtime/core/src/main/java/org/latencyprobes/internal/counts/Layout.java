package org.latencyprobes.internal.counts;

/**
 * The counters' layout by duration: HdrHistogram's buckets for the range 1 ns to {@link #MAX_NANOS} at two significant digits.
 *
 * <p>Bucket 0 counts the values 0 to 127 one by one, bucket 1 the values 128 to 255. From there on each bucket spans a factor of
 * two with 128 counters, so that no counter is wider than 1/128 (0.78 %) of its values. The index arithmetic is that of {@code
 * org.HdrHistogram.AbstractHistogram} (Gil Tene, public domain) with its parameters folded into constants. Stateless.
 */
public final class Layout {

    /** Significant decimal digits, as HdrHistogram counts them. */
    public static final int SIGNIFICANT_DIGITS = 2;

    /** The longest duration that has a counter, in ns: 2^42 − 1, about 73.3 minutes. */
    public static final long MAX_NANOS = (1L << Layout.MAX_BITS) - 1;

    static final int MAX_BITS = 42;
    static final int BUCKET_BITS = 7;
    static final int BUCKET_LENGTH = 1 << BUCKET_BITS;

    static final int BUCKETS = MAX_BITS - BUCKET_BITS + 1;

    /** How many counters the whole range has. */
    public static final int LENGTH = BUCKETS << BUCKET_BITS;

    private static final int LEADING_ZERO_BASE = Long.SIZE - BUCKET_BITS - 1;

    private Layout() {}

    /**
     * The index of the counter that holds a duration.
     *
     * <p>The shortest durations are their own index: the branch, which the processor predicts, spares them a chain of five
     * dependent instructions between the clock reading and the counter.
     *
     * @param nanos the duration in ns
     * @return 0 to {@link #LENGTH} − 1; {@link #LENGTH} or more for a duration below 0 or above {@link #MAX_NANOS}
     */
    public static int indexOf(long nanos) {
        if (nanos >>> BUCKET_BITS + 1 == 0) {
            return (int) nanos;
        }
        int shift = LEADING_ZERO_BASE - Long.numberOfLeadingZeros(nanos);
        return (shift << BUCKET_BITS) + (int) (nanos >>> shift);
    }

    /**
     * The shortest duration that a counter holds.
     *
     * @param index 0 to {@link #LENGTH} − 1; not checked
     * @return the duration in ns
     */
    public static long lowestNanos(int index) {
        int shift = shiftOf(index);
        return (long) (index - (shift << BUCKET_BITS)) << shift;
    }

    /**
     * The longest duration that a counter holds.
     *
     * @param index 0 to {@link #LENGTH} − 1; not checked
     * @return the duration in ns
     */
    public static long highestNanos(int index) {
        return lowestNanos(index) + (1L << shiftOf(index)) - 1;
    }

    /** The width of a counter as a power of two: 0 in the first two buckets. */
    private static int shiftOf(int index) {
        return Math.max(0, (index >>> BUCKET_BITS) - 1);
    }
}
