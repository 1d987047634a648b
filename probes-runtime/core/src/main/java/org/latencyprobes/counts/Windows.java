package org.latencyprobes.counts;

/**
 * The counters that a lane has for itself: a piece of the range in one array, placed where most samples are.
 *
 * <p>The last element says which {@link Layout} index the first one counts. It is written before the array is published and never after.
 */
final class Windows {

    /** How many windows an instance of counters has at most. */
    static final int MOST = Math.max(8, Lanes.COUNT);

    /**
     * The number of counters of a window. It keeps a probe that has all windows and all octaves within 90 KiB: six octaves, a factor of 64
     * in the durations, for up to eight windows; three octaves, a factor of 8, for more.
     */
    static final int WIDTH = (MOST <= 8 ? 6 : 3) * Layout.OCTAVE_LENGTH;

    private Windows() {}

    /** Makes a spare a window with this counter in its middle. */
    static void place(long[] spare, int index) {
        spare[WIDTH] = Math.max(0, Math.min(Layout.LENGTH - WIDTH, index - WIDTH / 2));
    }

    static int firstIndex(long[] window) {
        return (int) window[WIDTH];
    }
}
