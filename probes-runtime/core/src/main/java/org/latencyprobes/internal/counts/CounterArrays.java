package org.latencyprobes.internal.counts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Arrays of counters that appear one by one, each at a place of its own, and then stay there.
 *
 * <p><b>Ordering.</b> The compare-and-set that installs an array pairs with the acquire of {@link #get}: what was written to the array
 * before is seen. Counters are read plainly, so that the JIT reads several at once: what happened before the reading is seen, and a fence keeps
 * what is read later behind it. Stateless, lock-free, allocates nothing.
 */
final class CounterArrays {

    /** Of an array of counters. */
    static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(long[][].class);

    private CounterArrays() {}

    /** The array at a place; null where there is none yet. */
    static long[] get(long[][] places, int at) {
        return (long[]) PLACE.getAcquire(places, at);
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
    static long[] putIfAbsent(long[][] places, int at, long[] counters) {
        return (long[]) PLACE.compareAndExchange(places, at, null, counters);
    }

    /** The array at a place, taken from the stock if there is none yet; null where the stock is empty, too. */
    static long[] getOrInstall(long[][] places, int at, Spares<long[]> stock) {
        long[] present = places[at]; // plainly: an octave is published zeroed, and a zeroed array looks the same
        if (present != null) {
            return present;
        }
        long[] spare = stock.take();
        if (spare == null) {
            return places[at];
        }
        long[] winner = putIfAbsent(places, at, spare);
        if (winner == null) {
            return spare;
        }
        stock.give(spare);
        return winner;
    }

    /** The number of places up to the last with an array, of the first so many. */
    static int inUse(long[][] places, int first) {
        int inUse = first;
        while (inUse > 0 && get(places, inUse - 1) == null) {
            inUse--;
        }
        return inUse;
    }

    /** The sum of all octaves' counters. */
    static long sum(long[][] octaves) {
        long sum = 0;
        for (int at = 0; at < Layout.OCTAVES; at++) {
            sum += sum(get(octaves, at), Layout.OCTAVE_LENGTH);
        }
        return sum;
    }

    /** The sum of so many counters; 0 where there is no array. */
    static long sum(long[] countersOrNull, int length) {
        long sum = 0;
        if (countersOrNull != null) {
            for (int i = 0; i < length; i++) {
                sum += countersOrNull[i];
            }
            VarHandle.acquireFence();
        }
        return sum;
    }

    /** Adds all octaves, each at its place, to the counters of a snapshot. */
    static void addTo(long[] snapshot, long[][] octaves) {
        for (int at = 0; at < Layout.OCTAVES; at++) {
            long[] octave = get(octaves, at);
            if (octave != null) {
                addTo(snapshot, Snapshot.COUNTS + (at << Layout.OCTAVE_BITS), octave);
            }
        }
    }

    /** What the snapshot has no room for is left to the next, roomier one. */
    private static void addTo(long[] snapshot, int offset, long[] octave) {
        int end = Math.min(Layout.OCTAVE_LENGTH, snapshot.length - offset);
        for (int i = 0; i < end; i++) {
            snapshot[offset + i] += octave[i];
        }
        VarHandle.acquireFence();
    }
}
