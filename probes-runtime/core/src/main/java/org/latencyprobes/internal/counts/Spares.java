package org.latencyprobes.internal.counts;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A stock of arrays made in advance, so that counters can grow without allocating on the thread that records: buckets of small counters and of large ones, those that stripes have
 * for themselves, and the tables of these.
 *
 * <p>{@link #take} and {@link #give} are lock-free and allocate nothing. {@link #refill} allocates; it is called by whoever
 * registers, links or reads, never by {@code record}. It stops at the {@link MemoryCap} cap; with what
 * stripes have for themselves, which saves time and not samples, at half of it, and with small counters, which may need large ones, at three quarters.
 *
 * @param <A> the type of array
 */
abstract class Spares<A> {

    static final Spares<long[]> BUCKETS = new Counters(192, Layout.BUCKET_LENGTH, 4);
    static final Spares<byte[]> SMALL_BUCKETS = new SmallCounters();
    static final Spares<long[]> STRIPE_BUCKETS = new Counters(24, StripeBuckets.LENGTH, 2);
    static final Spares<long[][]> TABLES = new Tables();

    private final AtomicReferenceArray<A> spares;
    private final long bytes;
    private final int quartersOfCap;

    private static final class Counters extends Spares<long[]> {

        private final int length;

        Counters(int kept, int length, int quartersOfCap) {
            super(kept, 16 + 8L * length, quartersOfCap);
            this.length = length;
        }

        @Override
        long[] make() {
            return new long[length];
        }
    }

    private static final class SmallCounters extends Spares<byte[]> {

        SmallCounters() {
            super(384, 16 + Layout.BUCKET_LENGTH, 3); // the rest is for those that are full
        }

        @Override
        byte[] make() {
            return new byte[Layout.BUCKET_LENGTH];
        }
    }

    private static final class Tables extends Spares<long[][]> {

        Tables() {
            super(12, 16 + 4L * StripeBuckets.PLACES, 2);
        }

        @Override
        long[][] make() {
            return new long[StripeBuckets.PLACES][];
        }
    }

    private Spares(int kept, long bytes, int quartersOfCap) {
        this.spares = new AtomicReferenceArray<>(kept);
        this.bytes = bytes;
        this.quartersOfCap = quartersOfCap;
    }

    abstract A make();

    /** The memory of one array, in bytes. */
    long bytes() {
        return bytes;
    }

    /** The number of arrays in a full stock. */
    int kept() {
        return spares.length();
    }

    /** An array that is all zero or null; null when none is left. */
    A take() {
        for (int i = 0; i < spares.length(); i++) {
            if (spares.getPlain(i) != null) {
                A spare = spares.getAndSet(i, null);
                if (spare != null) {
                    return spare;
                }
            }
        }
        return null;
    }

    /** Puts back an array that lost the race to be installed; still as it was taken. */
    void give(A spare) {
        for (int i = 0; i < spares.length(); i++) {
            if (spares.getPlain(i) == null && spares.compareAndSet(i, null, spare)) {
                return;
            }
        }
        MemoryCap.release(bytes);
    }

    void refill() {
        for (int i = 0; i < spares.length(); i++) {
            if (spares.getPlain(i) == null) {
                if (!MemoryCap.take(bytes, quartersOfCap)) {
                    return;
                }
                give(make());
            }
        }
    }
}
