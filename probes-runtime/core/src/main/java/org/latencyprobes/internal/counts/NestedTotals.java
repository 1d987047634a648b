package org.latencyprobes.internal.counts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The totals of the nested calls of one probe and outcome: calls of probes that were timed, the time in them, calls that were counted
 * only, of how many calls that is not known, and how many had a call of the same probe inside.
 *
 * <p>They lie behind the counters of a bucket that a stripe has {@linkplain StripeBuckets for itself}, or in an array that all stripes share. The owner of a
 * stripe adds plainly to its own, as to its counters; all other adds are atomic. Nothing is written for a call with nothing inside, nor for one of a thread
 * without a stripe that is counted in a bucket for such threads.
 * Wait-free; allocates nothing and throws nothing.
 */
final class NestedTotals {

    /** The number of totals. */
    static final int LENGTH = 5;

    static final int CALLS = 0;
    static final int NANOS = 1;
    static final int UNKNOWN = 2;
    static final int UNTIMED = 3;
    static final int WITH_ITSELF = 4;

    /** Where they begin in a bucket. */
    private static final int AT = Layout.BUCKET_LENGTH;

    private static final VarHandle TOTAL = MethodHandles.arrayElementVarHandle(long[].class);

    private final long[][][] tables;
    private final long[] shared = new long[LENGTH];

    NestedTotals(long[][][] tables) {
        this.tables = tables;
    }

    /** Runs each branch with nothing to add: the first runs link, which allocates. */
    void link(int call) {
        add(
                StripeBuckets.get(tables, Stripes.COUNT + call % 2),
                call % 3 == 0 ? OpenCalls.UNKNOWN : 0,
                call % 4,
                0,
                call % 2 == 0);
        addUnknown(call % 2);
        addUnknown();
    }

    /**
     * Adds what was inside a call, or {@link OpenCalls#UNKNOWN} for the timed ones. By the thread that owns the stripe, with the stripe's table of
     * {@link StripeBuckets}, or null. It adds to the stripe's own totals without small methods, for the
     * reason that {@link Counts#recordOwned} tells.
     */
    void add(long[][] table, long calls, long untimed, long nanos, boolean hadItself) {
        long[] own = StripeBuckets.inside(table);
        if (calls == OpenCalls.UNKNOWN) {
            addUnknown(own);
        } else if (own == null) {
            TOTAL.getAndAdd(shared, CALLS, calls);
            TOTAL.getAndAdd(shared, NANOS, nanos);
            TOTAL.getAndAdd(shared, UNTIMED, untimed);
            if (hadItself) {
                TOTAL.getAndAdd(shared, WITH_ITSELF, 1L);
            }
        } else {
            TOTAL.setRelease(own, AT + CALLS, (long) TOTAL.getOpaque(own, AT + CALLS) + calls);
            TOTAL.setRelease(own, AT + NANOS, (long) TOTAL.getOpaque(own, AT + NANOS) + nanos);
            if (untimed != 0) {
                TOTAL.setRelease(own, AT + UNTIMED, (long) TOTAL.getOpaque(own, AT + UNTIMED) + untimed);
            }
            if (hadItself) {
                TOTAL.setRelease(own, AT + WITH_ITSELF, (long) TOTAL.getOpaque(own, AT + WITH_ITSELF) + 1);
            }
        }
    }

    /** One call of which it is not known, by a thread on that stripe. */
    void addUnknown(int stripe) {
        addUnknown(StripeBuckets.inside(StripeBuckets.get(tables, stripe)));
    }

    private void addUnknown(long[] own) {
        if (own == null) {
            addUnknown();
        } else {
            TOTAL.getAndAdd(own, AT + UNKNOWN, 1L);
        }
    }

    /** One call of which it is not known. */
    void addUnknown() {
        TOTAL.getAndAdd(shared, UNKNOWN, 1L);
    }

    /** As {@link Nesting#of} takes them. */
    long[] totals() {
        long unknown = sum(UNKNOWN);
        for (int stripe = 0;
                stripe < Stripes.COUNT;
                stripe++) { // what threads without a stripe count there is not added besides
            long[][] own = StripeBuckets.get(tables, stripe);
            unknown += own == null ? 0 : CounterArrays.sum(own);
        }
        return new long[] {sum(CALLS), sum(NANOS), unknown, sum(UNTIMED), sum(WITH_ITSELF)};
    }

    private long sum(int total) {
        long sum = (long) TOTAL.getVolatile(shared, total);
        for (int stripe = 0; stripe < tables.length; stripe++) {
            long[] own = StripeBuckets.inside(StripeBuckets.get(tables, stripe));
            sum += own == null ? 0 : (long) TOTAL.getVolatile(own, AT + total);
        }
        return sum;
    }
}
