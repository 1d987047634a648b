package org.latencyprobes.counts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The totals of what was inside the calls of one probe and outcome: calls of probes, the time in them, and of how many calls that is not known.
 *
 * <p>They lie behind the counters of a {@linkplain Windows window}, for its lane alone, or in an array that all lanes share. The owner of a
 * lane adds plainly to its own, as to its counters; all other adds are atomic. Nothing is written for a call with nothing inside.
 * Wait-free; allocates nothing and throws nothing.
 */
final class Inside {

    /** The number of totals. */
    static final int LENGTH = 3;

    private static final int CALLS = 0;
    private static final int NANOS = 1;
    private static final int UNKNOWN = 2;

    /** One of so many is left out, the longest. */
    private static final int LONGEST_PART = 100;

    private static final VarHandle TOTAL = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[][] windows;
    private final long[] shared = new long[LENGTH];

    Inside(long[][] windows) {
        this.windows = windows;
    }

    /** Runs each branch with nothing to add: the first runs link, which allocates. */
    void link(int call) {
        add(Lanes.COUNT + call % 2, call % 3 == 0 ? OpenCalls.UNKNOWN : 0, 0);
        addUnknown(call % 2);
        addUnknown();
    }

    /** By the thread that owns the lane: what was inside a call, or {@link OpenCalls#UNKNOWN}. */
    void add(int lane, long calls, long nanos) {
        long[] window = CounterArrays.get(windows, lane);
        if (calls == OpenCalls.UNKNOWN) {
            addUnknown(lane);
        } else if (window == null) {
            TOTAL.getAndAdd(shared, CALLS, calls);
            TOTAL.getAndAdd(shared, NANOS, nanos);
        } else {
            addOwned(window, Windows.INSIDE + CALLS, calls);
            addOwned(window, Windows.INSIDE + NANOS, nanos);
        }
    }

    private static void addOwned(long[] totals, int at, long more) {
        TOTAL.setRelease(totals, at, (long) TOTAL.getOpaque(totals, at) + more);
    }

    /** One call of which it is not known, by a thread on that lane. */
    void addUnknown(int lane) {
        long[] window = CounterArrays.get(windows, lane);
        if (window == null) {
            addUnknown();
        } else {
            TOTAL.getAndAdd(window, Windows.INSIDE + UNKNOWN, 1L);
        }
    }

    /** One call of which it is not known. */
    void addUnknown() {
        TOTAL.getAndAdd(shared, UNKNOWN, 1L);
    }

    /** With the number of the calls in a snapshot and their usual duration. */
    Nesting of(long[] snapshot) {
        long calls = 0;
        for (int at = Snapshot.COUNTS; at < snapshot.length; at++) {
            calls += snapshot[at];
        }
        return new Nesting(calls, usualNanos(snapshot, calls), sum(UNKNOWN), sum(CALLS), sum(NANOS));
    }

    /** The time of all calls, were the longest of them no longer than the others: a few delays would be most of it. */
    private static double usualNanos(long[] snapshot, long calls) {
        long wanted = calls - calls / LONGEST_PART;
        long counted = 0;
        double nanos = 0;
        for (int index = 0; counted < wanted; index++) {
            long count = Math.min(wanted - counted, snapshot[Snapshot.COUNTS + index]);
            counted += count;
            nanos += count * (Layout.lowestNanos(index) + Layout.highestNanos(index)) / 2.0;
        }
        return calls == 0 ? 0 : nanos / wanted * calls;
    }

    private long sum(int total) {
        long sum = (long) TOTAL.getVolatile(shared, total);
        for (int lane = 0; lane < windows.length; lane++) {
            long[] window = CounterArrays.get(windows, lane);
            sum += window == null ? 0 : (long) TOTAL.getVolatile(window, Windows.INSIDE + total);
        }
        return sum;
    }
}
