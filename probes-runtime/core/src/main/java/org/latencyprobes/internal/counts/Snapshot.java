package org.latencyprobes.internal.counts;

import java.util.Arrays;

/**
 * The frozen layout in which counters travel between copies of the runtime: a plain {@code long[]}, so that a reader needs none
 * of the owner's classes.
 *
 * <table>
 * <caption>Layout 1</caption>
 * <tr><th>index</th><th>content</th></tr>
 * <tr><td>0</td><td>layout number, 1</td></tr>
 * <tr><td>1</td><td>longest since start, ns</td></tr>
 * <tr><td>2, 3</td><td>samples clamped from below 0, from above the range</td></tr>
 * <tr><td>4</td><td>samples counted but not placed in a bucket (memory cap)</td></tr>
 * <tr><td>5</td><td>number of the period that this snapshot ended</td></tr>
 * <tr><td>6 … 69</td><td>longest of each period, ns; period p at 6 + p mod 64</td></tr>
 * <tr><td>70 …</td><td>cumulative counts by {@link Layout} index, up to the highest that is not zero</td></tr>
 * </table>
 */
public final class Snapshot {

    /** Number of this layout. */
    public static final long LAYOUT = 1;

    /** Index of the longest since start, in ns. */
    public static final int MAX = 1;

    /** Index of the number of samples clamped to 0. */
    public static final int CLAMPED_LOW = 2;

    /** Index of the number of samples clamped to {@link Layout#MAX_NANOS}. */
    public static final int CLAMPED_HIGH = 3;

    /** Index of the number of samples that no bucket could be had for. */
    public static final int UNPLACED = 4;

    /** Index of the number of the period that the snapshot ended. */
    public static final int PERIOD = 5;

    /** Index of the first per-period maximum. */
    public static final int PERIOD_MAX = 6;

    /** How many periods' maxima are kept; a power of two. */
    public static final int PERIODS = 64;

    /** Index of the count of {@link Layout} index 0. */
    public static final int COUNTS = PERIOD_MAX + PERIODS;

    static final long[] NO_ARRAY = {};

    private static final long[] ZEROS = new long[Layout.BUCKET_LENGTH];

    private Snapshot() {}

    /** An array of zeros for so many counters: the given one, if it is long enough, or a new one. */
    static long[] zeros(int counters, long[] array) {
        if (array.length < COUNTS + counters) {
            return new long[COUNTS + counters];
        }
        Arrays.fill(array, 0);
        return array;
    }

    /**
     * The place of the next number that is not zero, searched for many at a time.
     *
     * @param snapshot in this layout
     * @param from a place, or the length
     * @return that or a later one; the length where all are zero
     */
    public static int nextUsed(long[] snapshot, int from) {
        for (int at = from; at < snapshot.length; at += ZEROS.length) {
            int length = Math.min(ZEROS.length, snapshot.length - at);
            int used = Arrays.mismatch(snapshot, at, at + length, ZEROS, 0, length);
            if (used >= 0) {
                return at + used;
            }
        }
        return snapshot.length;
    }

    /** The same up to the last counter that is not zero. */
    static long[] withoutLastZeros(long[] snapshot) {
        int used = snapshot.length;
        while (used > COUNTS && snapshot[used - 1] == 0) {
            used--;
        }
        return used == snapshot.length ? snapshot : Arrays.copyOf(snapshot, used);
    }
}
