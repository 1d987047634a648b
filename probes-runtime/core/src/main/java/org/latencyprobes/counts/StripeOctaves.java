package org.latencyprobes.counts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The octaves that lanes have for themselves, for one probe and outcome: those into which many of their samples come.
 *
 * <p>A lane with any has a table of {@value #PLACES} places, one for each octave. Places that are left over stay empty: durations that are out
 * of range lead there. The last one has the lane's first octave once more, behind whose counters is the lane's part of {@link Inside}. Tables
 * and octaves are installed by compare-and-set from null, out of a stock, and stay. Lock-free; allocates nothing.
 */
final class LaneOctaves {

    /** The number of lanes: first those that threads share, then those that they own. */
    static final int LANES = Lanes.COUNT + OwnedLanes.COUNT;

    /** How many lanes have any at most. */
    static final int MOST_LANES = Lanes.COUNT <= 8 ? 7 : Lanes.COUNT;

    /**
     * How many octaves all have at most. It keeps a probe with all of them and all shared ones within 64 KiB, on more processors within 90, where
     * references are compressed.
     */
    static final int MOST = Lanes.COUNT <= 8 ? 19 : 40;

    /** How many of them are kept for each lane. */
    private static final int SHARE = 2;

    /** The length of an octave's array: counters, totals, and a cache line between these and the next array, which may be another lane's. */
    static final int LENGTH = Layout.OCTAVE_LENGTH + Inside.LENGTH + Lanes.LINE;

    /** The length of a table, a power of two. The octave of any {@link Layout#indexOf} is 57 at most, in range or not. */
    static final int PLACES = 64;

    private static final int INSIDE = PLACES - 1;
    private static final VarHandle TABLE = MethodHandles.arrayElementVarHandle(long[][][].class);

    /** By lane; null where it has none. */
    final long[][][] tables = new long[LANES][][];

    private final AtomicInteger left = new AtomicInteger(MOST);
    private final AtomicInteger lanesLeft = new AtomicInteger(MOST_LANES);

    /** The octaves of a lane, each at its place; null where it has none. */
    static long[][] get(long[][][] tables, int lane) {
        return (long[][]) TABLE.getAcquire(tables, lane);
    }

    /** The array with the part of {@link Inside} of the lane that has this table, or null. It begins at {@link Layout#OCTAVE_LENGTH}. */
    static long[] inside(long[][] table) {
        return table == null ? null : table[INSIDE]; // plainly, by readers too: it is published zeroed, as octaves are
    }

    /** Gives a lane an octave of its own, if it has that not yet, there may be more beside other lanes' shares, and the stock has one. */
    void open(int lane, int octave) {
        long[][] own = get(tables, lane);
        if (own == null) {
            openFirst(lane, octave);
        } else if (own[octave] == null && (count(own) < SHARE || left.get() > kept())) {
            openIn(own, octave);
        }
    }

    /** How many are kept for lanes that do not have their share yet. */
    private int kept() {
        int kept = SHARE * MOST_LANES;
        for (int lane = 0; lane < LANES; lane++) {
            long[][] own = get(tables, lane);
            kept -= own == null ? 0 : Math.min(SHARE, count(own));
        }
        return kept;
    }

    private void openFirst(int lane, int octave) {
        if (left.get() <= 0) {
            return;
        }
        long[][] spare = lanesLeft.getAndDecrement() > 0 ? Spares.TABLES.take() : null;
        if (spare != null && putIfAbsent(tables, lane, spare) == null) {
            openIn(spare, octave);
            return;
        }
        lanesLeft.getAndIncrement();
        if (spare != null) {
            Spares.TABLES.give(spare);
        }
    }

    private void openIn(long[][] table, int octave) {
        long[] spare = left.getAndDecrement() > 0 ? Spares.LANE_OCTAVES.take() : null;
        boolean isOpened = spare != null && CounterArrays.putIfAbsent(table, octave, spare) == null;
        if (isOpened) {
            CounterArrays.putIfAbsent(table, INSIDE, spare);
            return;
        }
        left.getAndIncrement();
        if (spare != null) {
            Spares.LANE_OCTAVES.give(spare);
        }
    }

    /** Puts a table at a lane's place; returns what was there already, which stays, or null. */
    static long[][] putIfAbsent(long[][][] tables, int lane, long[][] own) {
        return (long[][]) TABLE.compareAndExchange(tables, lane, null, own);
    }

    /** How many octaves there are up to the last of any lane's. */
    int octavesInUse() {
        int inUse = 0;
        for (int lane = 0; lane < LANES; lane++) {
            long[][] own = get(tables, lane);
            inUse = own == null ? inUse : Math.max(inUse, CounterArrays.inUse(own, Layout.OCTAVES));
        }
        return inUse;
    }

    /** Adds all counters to those of a snapshot. */
    void addTo(long[] snapshot) {
        for (int lane = 0; lane < LANES; lane++) {
            long[][] own = get(tables, lane);
            if (own != null) {
                CounterArrays.addTo(snapshot, own);
            }
        }
    }

    /** The sum of all counters. */
    long sum() {
        long sum = 0;
        for (int lane = 0; lane < LANES; lane++) {
            long[][] own = get(tables, lane);
            sum += own == null ? 0 : CounterArrays.sum(own);
        }
        return sum;
    }

    /** How many octaves lanes have for themselves. */
    int count() {
        int count = 0;
        for (int lane = 0; lane < LANES; lane++) {
            long[][] own = get(tables, lane);
            count += own == null ? 0 : count(own);
        }
        return count;
    }

    private static int count(long[][] own) {
        int count = 0;
        for (int octave = 0; octave < Layout.OCTAVES; octave++) {
            count += own[octave] == null ? 0 : 1;
        }
        return count;
    }
}
