package org.latencyprobes.agent.stall;

import java.util.ArrayList;
import java.util.List;

/**
 * The last {@value #CAPACITY} stalls, in order and without overlap. Older ones give way and are counted.
 *
 * <p>The sampler's thread adds, any thread reads; none of the application's threads comes here. All methods lock. Adding allocates
 * nothing. The memory is fixed: some 110 KB.
 *
 * <p>A stall is told some ms after it has ended. {@link #isSettled} says whether all stalls before a moment are here.
 */
public final class StallTimeline {

    /** How many stalls are kept. A power of 2. */
    static final int CAPACITY = 4_096;

    private static final StallKind[] KINDS = StallKind.values();

    private final long[] startNanos = new long[CAPACITY];
    private final long[] nanos = new long[CAPACITY];
    private final long[] reachNanos = new long[CAPACITY];
    private final byte[] kinds = new byte[CAPACITY];
    private long added;
    private boolean isWatched;
    private long watchedSinceNanos;
    private long settledNanos;

    /** Creates an empty timeline. */
    public StallTimeline() {}

    /** Adds a stall that begins when the last one has ended, or later. */
    synchronized void add(StallKind kind, long start, long length, long reach) {
        int at = index(added);
        startNanos[at] = start;
        nanos[at] = length;
        reachNanos[at] = reach;
        kinds[at] = (byte) kind.ordinal();
        added++;
    }

    /** Somebody looks for stalls from now on. */
    synchronized void beginWatch(long nowNanos) {
        isWatched = true;
        watchedSinceNanos = nowNanos;
        settledNanos = nowNanos;
    }

    /** All stalls that began before a moment are here. */
    synchronized void settle(long nanos) {
        settledNanos = nanos;
    }

    /**
     * Whether somebody looks for stalls.
     *
     * @return false before and after that, and where it failed
     */
    public synchronized boolean isWatched() {
        return isWatched;
    }

    /** Nobody looks for stalls any more. */
    synchronized void endWatch() {
        isWatched = false;
    }

    /**
     * Whether no stall of before a moment can be told any more.
     *
     * @param nanos the moment, as {@link System#nanoTime()} counts
     * @return true also while nobody looks for stalls
     */
    public synchronized boolean isSettled(long nanos) {
        return !isWatched || settledNanos - nanos >= 0;
    }

    /**
     * Whether stalls of a time were looked for and are still here.
     *
     * @param fromNanos the time's start, as {@link System#nanoTime()} counts; its end is settled
     * @return false where some may be missing
     */
    public synchronized boolean isKept(long fromNanos) {
        return isWatched
                && fromNanos - watchedSinceNanos >= 0
                && (added <= CAPACITY || fromNanos - startNanos[index(added)] >= 0);
    }

    /**
     * From when on the stalls of a time are here, as far as they were looked for.
     *
     * @param fromNanos the time's start, as {@link System#nanoTime()} counts
     * @return the start, or a later moment where earlier stalls have given way
     */
    public synchronized long keptFrom(long fromNanos) {
        long oldest = startNanos[index(added)];
        return added <= CAPACITY || fromNanos - oldest >= 0 ? fromNanos : oldest;
    }

    private static int index(long number) {
        return (int) (number & CAPACITY - 1);
    }

    /**
     * How many stalls there were.
     *
     * @return all since the start
     */
    public synchronized long recorded() {
        return added;
    }

    /**
     * How many stalls gave way to later ones.
     *
     * @return 0 as long as all are here
     */
    public synchronized long forgotten() {
        return Math.max(0, added - CAPACITY);
    }

    /**
     * The stalls that overlap a time, such as that of a call.
     *
     * @param fromNanos the time's start, as {@link System#nanoTime()} counts
     * @param toNanos its end
     * @return in order, as far as they are kept; {@link Stall#overlapNanos} says how much of the time each covers
     */
    public synchronized List<Stall> between(long fromNanos, long toNanos) {
        List<Stall> found = new ArrayList<>();
        for (long number = firstEndingAfter(fromNanos); isBefore(number, toNanos); number++) {
            found.add(stall(index(number)));
        }
        return found;
    }

    /**
     * Adds up how much of a time was stalls of each kind. Allocates nothing.
     *
     * @param fromNanos the time's start, as {@link System#nanoTime()} counts
     * @param toNanos its end
     * @param nanosByKind gets the ns added, by {@link StallKind#ordinal()}
     */
    public synchronized void addOverlaps(long fromNanos, long toNanos, long[] nanosByKind) {
        for (long number = firstEndingAfter(fromNanos); isBefore(number, toNanos); number++) {
            int at = index(number);
            nanosByKind[kinds[at]] += Stall.overlapNanos(startNanos[at], nanos[at], fromNanos, toNanos);
        }
    }

    private boolean isBefore(long number, long toNanos) {
        return number < added && startNanos[index(number)] - toNanos < 0;
    }

    /** The first of those kept; they end in order. */
    private long firstEndingAfter(long fromNanos) {
        long low = Math.max(0, added - CAPACITY);
        long high = added;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (ends(index(middle)) - fromNanos > 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private long ends(int at) {
        return startNanos[at] + nanos[at];
    }

    private Stall stall(int at) {
        return new Stall(KINDS[kinds[at]], startNanos[at], nanos[at], reachNanos[at]);
    }

    /**
     * The last stalls.
     *
     * @param most how many at most
     * @return in order, as far as they are kept
     */
    public synchronized List<Stall> last(int most) {
        List<Stall> found = new ArrayList<>();
        for (long number = Math.max(0, added - Math.min(most, CAPACITY)); number < added; number++) {
            found.add(stall(index(number)));
        }
        return found;
    }

    /**
     * The longest stall of a kind.
     *
     * @param kind which
     * @param sinceNanos it ended later than this, as {@link System#nanoTime()} counts
     * @param mostNanos its length at most: that of the longest that somebody has counted, as longer ones came after that
     * @return the stall, or null where none is kept
     */
    public synchronized Stall longest(StallKind kind, long sinceNanos, long mostNanos) {
        int longest = -1;
        for (long number = Math.max(0, added - CAPACITY); number < added; number++) {
            int at = index(number);
            if (kinds[at] == kind.ordinal()
                    && ends(at) - sinceNanos > 0
                    && nanos[at] <= mostNanos
                    && (longest < 0 || nanos[at] > nanos[longest])) {
                longest = at;
            }
        }
        return longest < 0 ? null : stall(longest);
    }
}
