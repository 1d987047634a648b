package org.latencyprobes.internal.counts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The buckets that stripes have for themselves, for one probe and outcome: those into which many of their samples come.
 *
 * <p>A stripe with any has a table of {@value #PLACES} places, one for each bucket. Places that are left over stay empty: durations that are out
 * of range lead there. The last one has the stripe's first bucket once more, behind whose counters is the stripe's part of {@link NestedTotals}. Tables
 * and buckets are installed by compare-and-set from null, out of a stock, and stay. Lock-free; allocates nothing.
 */
final class StripeBuckets {

    /** The number of stripes: first those that threads share, then those that they own. */
    static final int STRIPES = Stripes.COUNT + OwnedStripes.COUNT;

    /** How many stripes have any at most. */
    static final int MOST_STRIPES = Stripes.COUNT <= 8 ? 7 : Stripes.COUNT;

    /**
     * How many buckets all have at most. It keeps a probe with all of them and all shared ones within 70 KiB, on more processors within 96, where
     * references are compressed.
     */
    static final int MOST = Stripes.COUNT <= 8 ? 19 : 40;

    /** How many of them are kept for each stripe. */
    private static final int SHARE = 2;

    /** The length of a bucket's array: counters, totals, and a cache line between these and the next array, which may be another stripe's. */
    static final int LENGTH = Layout.BUCKET_LENGTH + NestedTotals.LENGTH + Stripes.LINE;

    /** The length of a table, a power of two. The bucket of any {@link Layout#indexOf} is 57 at most, in range or not. */
    static final int PLACES = 64;

    private static final int INSIDE = PLACES - 1;
    private static final VarHandle TABLE = MethodHandles.arrayElementVarHandle(long[][][].class);

    /** By stripe; null where it has none. */
    final long[][][] tables = new long[STRIPES][][];

    private final AtomicInteger left = new AtomicInteger(MOST);
    private final AtomicInteger stripesLeft = new AtomicInteger(MOST_STRIPES);

    /** The buckets of a stripe, each at its place; null where it has none. */
    static long[][] get(long[][][] tables, int stripe) {
        return (long[][]) TABLE.getAcquire(tables, stripe);
    }

    /** The array with the part of {@link NestedTotals} of the stripe that has this table, or null. It begins at {@link Layout#BUCKET_LENGTH}. */
    static long[] inside(long[][] table) {
        return table == null ? null : table[INSIDE]; // plainly, by readers too: it is published zeroed, as buckets are
    }

    /** Gives a stripe a bucket of its own, if it has that not yet, there may be more beside other stripes' shares, and the stock has one. */
    void open(int stripe, int bucket) {
        long[][] own = get(tables, stripe);
        if (own == null) {
            openFirst(stripe, bucket);
        } else if (own[bucket] == null && (count(own) < SHARE || left.get() > kept())) {
            openIn(own, bucket);
        }
    }

    /** How many are kept for stripes that do not have their share yet. */
    private int kept() {
        int kept = SHARE * MOST_STRIPES;
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            long[][] own = get(tables, stripe);
            kept -= own == null ? 0 : Math.min(SHARE, count(own));
        }
        return kept;
    }

    private void openFirst(int stripe, int bucket) {
        if (left.get() <= 0) {
            return;
        }
        long[][] spare = stripesLeft.getAndDecrement() > 0 ? Spares.TABLES.take() : null;
        if (spare != null && putIfAbsent(tables, stripe, spare) == null) {
            openIn(spare, bucket);
            return;
        }
        stripesLeft.getAndIncrement();
        if (spare != null) {
            Spares.TABLES.give(spare);
        }
    }

    private void openIn(long[][] table, int bucket) {
        long[] spare = left.getAndDecrement() > 0 ? Spares.STRIPE_BUCKETS.take() : null;
        boolean isOpened = spare != null && CounterArrays.putIfAbsent(table, bucket, spare) == null;
        if (isOpened) {
            CounterArrays.putIfAbsent(table, INSIDE, spare);
            return;
        }
        left.getAndIncrement();
        if (spare != null) {
            Spares.STRIPE_BUCKETS.give(spare);
        }
    }

    /** Puts a table at a stripe's place; returns what was there already, which stays, or null. */
    static long[][] putIfAbsent(long[][][] tables, int stripe, long[][] own) {
        return (long[][]) TABLE.compareAndExchange(tables, stripe, null, own);
    }

    /** How many buckets there are up to the last of any stripe's. */
    int bucketsInUse() {
        int inUse = 0;
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            long[][] own = get(tables, stripe);
            inUse = own == null ? inUse : Math.max(inUse, CounterArrays.inUse(own, Layout.BUCKETS));
        }
        return inUse;
    }

    /** Adds all counters to those of a snapshot. */
    void addTo(long[] snapshot) {
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            long[][] own = get(tables, stripe);
            if (own != null) {
                CounterArrays.addTo(snapshot, own);
            }
        }
    }

    /** The sum of all counters. */
    long sum() {
        long sum = 0;
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            long[][] own = get(tables, stripe);
            sum += own == null ? 0 : CounterArrays.sum(own);
        }
        return sum;
    }

    /** How many buckets stripes have for themselves. */
    int count() {
        int count = 0;
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            long[][] own = get(tables, stripe);
            count += own == null ? 0 : count(own);
        }
        return count;
    }

    private static int count(long[][] own) {
        int count = 0;
        for (int bucket = 0; bucket < Layout.BUCKETS; bucket++) {
            count += own[bucket] == null ? 0 : 1;
        }
        return count;
    }

    /**
     * The demand for the buckets that all stripes share: whether a stripe should have one of its own.
     *
     * <p>It is asked at one of {@value Stripes#SAMPLES_BETWEEN_CHECKS} samples of a shared counter, by the thread that recorded the sample. Demand is
     * high when {@value #QUICK_CHECKS} checks in a row came quickly one after another: some 16,000 samples at 20,000 a second or more. Below that
     * the threads that wait for each other's cache line lose less than 0.2 % of one processor. What goes to stripes' own buckets is no demand any
     * more. So a bucket that few samples come into stays shared, unless threads without buckets of their own keep demand high.
     *
     * <p>Read and written without ordering: what threads overwrite delays a decision and makes no count wrong. Wait-free, allocates nothing.
     */
    static final class Demand {

        static final int QUICK_CHECKS = 16;

        private static final long QUICK_NANOS = 50_000_000;

        private long lastNanos;
        private int quickChecks;

        /** Whether it is high, now that a check is made. */
        boolean isHighAt(long nowNanos) {
            boolean quick = nowNanos - lastNanos < QUICK_NANOS;
            lastNanos = nowNanos;
            quickChecks = quick ? Math.min(quickChecks + 1, QUICK_CHECKS) : 0;
            return quickChecks == QUICK_CHECKS;
        }
    }
}
