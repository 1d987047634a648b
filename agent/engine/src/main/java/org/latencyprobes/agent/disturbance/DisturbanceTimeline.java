package org.latencyprobes.agent.disturbance;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.explain.Disturbance;
import org.latencyprobes.explain.DisturbanceKind;

/**
 * The last {@value #CAPACITY} disturbances. Those of one kind that meet are one. Older ones give way.
 *
 * <p>The agent's threads add and read; none of the application's comes here. All methods lock. Adding allocates nothing. The memory is fixed:
 * some 9 KB.
 */
public final class DisturbanceTimeline {

    /** How many disturbances are kept. A power of 2. */
    static final int CAPACITY = 512;

    private static final DisturbanceKind[] KINDS = DisturbanceKind.values();

    private final long[] starts = new long[CAPACITY];
    private final long[] ends = new long[CAPACITY];
    private final byte[] kinds = new byte[CAPACITY];

    /** Number of the last disturbance of each kind; −1 for none. */
    private final long[] lastOfKind = {-1, -1, -1, -1};

    private long added;

    /** Creates an empty timeline. */
    public DisturbanceTimeline() {}

    /** Adds a disturbance that begins when the last one of its kind began, or later. */
    synchronized void add(DisturbanceKind kind, long startNanos, long endNanos) {
        long last = lastOfKind[kind.ordinal()];
        if (last >= 0 && isKept(last) && ends[index(last)] - startNanos >= 0) {
            ends[index(last)] = endNanos - ends[index(last)] > 0 ? endNanos : ends[index(last)];
            return;
        }
        lastOfKind[kind.ordinal()] = added;
        int at = index(added++);
        starts[at] = startNanos;
        ends[at] = endNanos;
        kinds[at] = (byte) kind.ordinal();
    }

    private boolean isKept(long number) {
        return number >= added - CAPACITY;
    }

    private static int index(long number) {
        return (int) (number & CAPACITY - 1);
    }

    /**
     * How many disturbances there were.
     *
     * @return all since the start
     */
    public synchronized long recorded() {
        return added;
    }

    /**
     * From when on disturbances are known, since earlier ones may have given way.
     *
     * @param nanos a moment, as {@link System#nanoTime()} counts
     * @return that moment, or the later start of the first disturbance that is kept
     */
    public synchronized long knownFrom(long nanos) {
        return added <= CAPACITY || starts[index(added)] - nanos < 0 ? nanos : starts[index(added)];
    }

    /**
     * The kinds of disturbance in some time, such as that of a call. Allocates nothing.
     *
     * @param fromNanos the time's start, as {@link System#nanoTime()} counts
     * @param toNanos its end
     * @return a bit for each kind, by its ordinal
     */
    public synchronized int kinds(long fromNanos, long toNanos) {
        int found = 0;
        for (long number = Math.max(0, added - CAPACITY); number < added; number++) {
            int at = index(number);
            found |= overlaps(at, fromNanos, toNanos) ? 1 << kinds[at] : 0;
        }
        return found;
    }

    private boolean overlaps(int at, long fromNanos, long toNanos) {
        return ends[at] - fromNanos > 0 && starts[at] - toNanos < 0;
    }

    /**
     * The disturbances in some time.
     *
     * @param fromNanos the time's start, as {@link System#nanoTime()} counts
     * @param toNanos its end
     * @return the part of each that lies in that time, in the order in which they began to be told
     */
    public synchronized List<Disturbance> between(long fromNanos, long toNanos) {
        List<Disturbance> found = new ArrayList<>();
        for (long number = Math.max(0, added - CAPACITY); number < added; number++) {
            int at = index(number);
            if (overlaps(at, fromNanos, toNanos)) {
                long start = starts[at] - fromNanos > 0 ? starts[at] : fromNanos;
                long end = ends[at] - toNanos < 0 ? ends[at] : toNanos;
                found.add(new Disturbance(KINDS[kinds[at]], start, end - start));
            }
        }
        return found;
    }
}
