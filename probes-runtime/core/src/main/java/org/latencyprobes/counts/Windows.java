package org.latencyprobes.counts;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The counters that lanes have for themselves, for one probe and outcome: a piece of the range in one array for each lane, placed where
 * most samples are.
 *
 * <p>Behind an array's counters stands which {@link Layout} index the first one counts. It is written before the array is published and
 * never after. Then comes the lane's part of {@link Inside}. Lock-free; allocates nothing.
 */
final class Windows {

    /** The number of lanes: first those that threads share, then those that they own. */
    static final int LANES = Lanes.COUNT + OwnedLanes.COUNT;

    /** How many windows there are at most. It keeps a probe that has all of them and all octaves within 64 KiB, on more processors within 90. */
    static final int MOST = Lanes.COUNT <= 8 ? 7 : Lanes.COUNT;

    /** The number of counters of a window: three octaves, a factor of 8 in the durations. */
    static final int WIDTH = 3 * Layout.OCTAVE_LENGTH;

    /** Where the lane's part of {@link Inside} begins. */
    static final int INSIDE = WIDTH + 1;

    /** The length of a window's array. */
    static final int LENGTH = INSIDE + Inside.LENGTH;

    /** By lane; null where it has none. */
    final long[][] arrays = new long[LANES][];

    private final AtomicInteger left = new AtomicInteger(MOST);

    /** Makes a spare a window with this counter in its middle. */
    static void place(long[] spare, int index) {
        spare[WIDTH] = Math.max(0, Math.min(Layout.LENGTH - WIDTH, index - WIDTH / 2));
    }

    static int firstIndex(long[] window) {
        return (int) window[WIDTH];
    }

    /** Gives a lane a window around this counter, if it has none, there may be more, and the stock has one. */
    void open(int lane, int index) {
        if (left.getAndDecrement() <= 0 || !isOpened(lane, index)) {
            left.getAndIncrement();
        }
    }

    private boolean isOpened(int lane, int index) {
        long[] spare = Spares.WINDOWS.take();
        if (spare == null) {
            return false;
        }
        place(spare, index);
        if (CounterArrays.putIfAbsent(arrays, lane, spare) != null) {
            spare[WIDTH] = 0;
            Spares.WINDOWS.give(spare);
            return false;
        }
        return true;
    }

    /** How many octaves there are up to the end of the last window. */
    int octavesInUse() {
        int inUse = 0;
        for (int lane = 0; lane < LANES; lane++) {
            long[] window = CounterArrays.get(arrays, lane);
            if (window != null) {
                inUse = Math.max(inUse, (firstIndex(window) + WIDTH - 1 >>> Layout.OCTAVE_BITS) + 1);
            }
        }
        return inUse;
    }

    /** Adds all counters to those of a snapshot. */
    void addTo(long[] snapshot) {
        for (int lane = 0; lane < LANES; lane++) {
            long[] window = CounterArrays.get(arrays, lane);
            if (window != null) {
                CounterArrays.addTo(snapshot, Snapshot.COUNTS + firstIndex(window), window, WIDTH);
            }
        }
    }

    /** The sum of all counters. */
    long sum() {
        long sum = 0;
        for (int lane = 0; lane < LANES; lane++) {
            sum += CounterArrays.sum(CounterArrays.get(arrays, lane), WIDTH);
        }
        return sum;
    }

    /** How many lanes have a window. */
    int count() {
        int present = 0;
        for (int lane = 0; lane < LANES; lane++) {
            present += CounterArrays.get(arrays, lane) == null ? 0 : 1;
        }
        return present;
    }
}
