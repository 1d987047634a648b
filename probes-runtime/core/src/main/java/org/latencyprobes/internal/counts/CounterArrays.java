package org.latencyprobes.internal.counts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Arrays of counters that appear one by one, each at a place of its own, and then stay there.
 *
 * <p>A bucket has small counters at first: most durations of a probe are rare, and eight of nine buckets never need more. Where a small counter is full, the
 * bucket gets large ones, into which all later samples come; what is in the small ones stays there, and its count is the sum of both.
 *
 * <p><b>Ordering.</b> The compare-and-set that installs an array pairs with the acquire of {@link #get}: what was written to the array
 * before is seen. Counters are read plainly, so that the JIT reads several at once: what happened before the reading is seen, and a fence keeps
 * what is read later behind it. Stateless, lock-free, allocates nothing.
 */
final class CounterArrays {

    /** Of an array of counters. */
    static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    private static final VarHandle SMALL = MethodHandles.arrayElementVarHandle(byte[].class);
    private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(Object[].class);

    private CounterArrays() {}

    /** The array at a place; null where there is none yet. */
    @SuppressWarnings("unchecked")
    static <A> A get(A[] places, int at) {
        return (A) PLACE.getAcquire((Object[]) places, at);
    }

    /** Adds one to a small counter of a bucket; false where it is full, or the stock has none. */
    static boolean incrementSmall(byte[][] buckets, int index) {
        byte[] bucket = getOrInstall(buckets, index >>> Layout.BUCKET_BITS, Spares.SMALL_BUCKETS);
        int at = index & Layout.BUCKET_LENGTH - 1;
        byte before = bucket == null ? Byte.MAX_VALUE : (byte) SMALL.getVolatile(bucket, at);
        while (before < Byte.MAX_VALUE && !SMALL.compareAndSet(bucket, at, before, (byte) (before + 1))) {
            before = (byte) SMALL.getVolatile(bucket, at);
        }
        return before < Byte.MAX_VALUE;
    }

    /** Adds one to a counter; returns what it was. */
    static long increment(long[] counters, int at) {
        return (long) COUNT.getAndAdd(counters, at, 1L);
    }

    /** Adds one to a counter that no other thread adds to. */
    static void incrementOwned(long[] counters, int at) {
        COUNT.setRelease(counters, at, (long) COUNT.getOpaque(counters, at) + 1);
    }

    /** Puts an array at a place; returns what was there already, which stays, or null. */
    @SuppressWarnings("unchecked")
    static <A> A putIfAbsent(A[] places, int at, A counters) {
        return (A) PLACE.compareAndExchange((Object[]) places, at, (Object) null, (Object) counters);
    }

    /** The array at a place, taken from the stock if there is none yet; null where the stock is empty, too. */
    static <A> A getOrInstall(A[] places, int at, Spares<A> stock) {
        A present = places[at]; // plainly: a bucket is published zeroed, and a zeroed array looks the same
        if (present != null) {
            return present;
        }
        A spare = stock.take();
        if (spare == null) {
            return places[at];
        }
        A winner = putIfAbsent(places, at, spare);
        if (winner == null) {
            return spare;
        }
        stock.give(spare);
        return winner;
    }

    /** The number of places up to the last with an array, of the first so many. */
    static int inUse(Object[] places, int first) {
        int inUse = first;
        while (inUse > 0 && get(places, inUse - 1) == null) {
            inUse--;
        }
        return inUse;
    }

    /** The sum of all buckets' counters. */
    static long sum(Object[] buckets) {
        long sum = 0;
        for (int at = 0; at < Layout.BUCKETS; at++) {
            sum += sum(get(buckets, at), Layout.BUCKET_LENGTH);
        }
        return sum;
    }

    /** The sum of so many counters; 0 where there is no array. */
    static long sum(Object countersOrNull, int length) {
        long sum = 0;
        if (countersOrNull instanceof byte[] small) {
            for (int i = 0; i < length; i++) {
                sum += small[i];
            }
        } else if (countersOrNull instanceof long[] large) {
            for (int i = 0; i < length; i++) {
                sum += large[i];
            }
        }
        VarHandle.acquireFence();
        return sum;
    }

    /** Adds all buckets, each at its place, to the counters of a snapshot. */
    static void addTo(long[] snapshot, Object[] buckets) {
        for (int at = 0; at < Layout.BUCKETS; at++) {
            Object bucket = get(buckets, at);
            if (bucket != null) {
                addTo(snapshot, Snapshot.COUNTS + (at << Layout.BUCKET_BITS), bucket);
            }
        }
    }

    /** What the snapshot has no room for is left to the next, roomier one. */
    private static void addTo(long[] snapshot, int offset, Object bucket) {
        int end = Math.min(Layout.BUCKET_LENGTH, snapshot.length - offset);
        if (bucket instanceof byte[] small) {
            for (int i = 0; i < end; i++) {
                snapshot[offset + i] += small[i];
            }
        } else {
            long[] large = (long[]) bucket;
            for (int i = 0; i < end; i++) {
                snapshot[offset + i] += large[i];
            }
        }
        VarHandle.acquireFence();
    }
}
