package org.latencyprobes.agent.stall;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.explain.Stall;
import org.latencyprobes.explain.StallKind;
import org.latencyprobes.internal.counts.Layout;

/**
 * The last {@value #CAPACITY} stalls, in order and without overlap. Older ones give way and are counted; the longest of each kind stays.
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

    /** Behind the last ones, the longest of each kind: of 0 ns before the first. */
    private final long[] startNanos = new long[CAPACITY + KINDS.length];

    private final long[] nanos = new long[CAPACITY + KINDS.length];
    private final long[] reachNanos = new long[CAPACITY + KINDS.length];
    private final byte[] kinds = new byte[CAPACITY + KINDS.length];
    private long added;
    private boolean isWatched;
    private long watchedSinceNanos;
    private long settledNanos;

    /** Creates an empty timeline. */
    public StallTimeline() {}

    /** Adds a stall that begins when the last one has ended, or later. */
    synchronized void add(StallKind kind, long start, long length, long reach) {
        put(index(added++), kind, start, length, reach);
        int longest = CAPACITY + kind.ordinal();
        if (length > nanos[longest]) {
            put(longest, kind, start, length, reach);
        }
    }

    private void put(int at, StallKind kind, long start, long length, long reach) {
        startNanos[at] = start;
        nanos[at] = length;
        reachNanos[at] = reach;
        kinds[at] = (byte) kind.ordinal();
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
     * How many of so many stalls gave way to later ones.
     *
     * @param recorded what {@link #recorded} gave
     * @return 0 as long as all are here
     */
    public static long forgotten(long recorded) {
        return Math.max(0, recorded - CAPACITY);
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
     * The stall that somebody has counted as the longest of a kind. It is told by its length, since others may have come after the counts were
     * read.
     *
     * @param kind which
     * @param sinceNanos it ended later than this, as {@link System#nanoTime()} counts
     * @param countedNanos the length that was counted: exact, or the upper edge of the counter
     * @return the longest in that counter, not above the edge; null where it is not known any more
     */
    public synchronized Stall longest(StallKind kind, long sinceNanos, long countedNanos) {
        int longest = CAPACITY + kind.ordinal();
        int found = isCounted(longest, sinceNanos, countedNanos) ? longest : -1;
        for (long number = Math.max(0, added - CAPACITY); found != longest && number < added; number++) {
            int at = index(number);
            if (kinds[at] == kind.ordinal()
                    && isCounted(at, sinceNanos, countedNanos)
                    && (found < 0 || nanos[at] > nanos[found])) {
                found = at;
            }
        }
        return found < 0 ? null : stall(found);
    }

    private boolean isCounted(int at, long sinceNanos, long countedNanos) {
        long length = Math.min(nanos[at], Layout.MAX_NANOS);
        return ends(at) - sinceNanos > 0
                && length <= countedNanos
                && Layout.indexOf(length) == Layout.indexOf(countedNanos);
    }
}
