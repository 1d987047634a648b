package org.latencyprobes.internal.counts;

import org.latencyprobes.internal.inflight.UnownedCalls;

/**
 * The first calls of all that a sample may run. What accesses a counter is linked at its first call, which allocates, takes milliseconds and
 * needs stack. A method handle, which these accesses are not, is specialised after 127 more. So all of it happens on the thread that makes the
 * first probe.
 */
final class FirstCalls {

    /** The calls after which a method handle stays as it is. */
    static final int CALLS_TO_SPECIALISE = 200;

    /** The calls that run every branch here: each remainder by two, three and four comes with each other. */
    static final int CALLS_TO_LINK = 12;

    private FirstCalls() {}

    /** Runs every branch of {@code record}, on counters for nothing else. */
    static void link(Counts counts) {
        Thread current = Thread.currentThread();
        for (int call = 0; call < CALLS_TO_SPECIALISE; call++) {
            Stripes.idOf(current);
            OwnedStripes.isVirtual(current);
            counts.record(-1); // more than a small counter holds
        }
        for (int call = 0; call < CALLS_TO_LINK; call++) {
            counts.record(call % 2 == 0 ? -1 : Long.MAX_VALUE);
            counts.open(0, 0);
            counts.open(Stripes.COUNT, 0);
            StripeBuckets.putIfAbsent(new long[1][][], 0, null); // also where the stock had none
            counts.recordOwned(0, 0, Stripes.COUNT, StripeBuckets.get(counts.tables, Stripes.COUNT));
            counts.recordUnowned(0, 0);
            counts.inside.link(call);
            OwnedStripe stripe = new OwnedStripe(0);
            stripe.begin(call);
            stripe.end(call - call % 2, 0);
            stripe.selfNanos(0);
            stripe.noteUntimed();
            stripe.noteCounted(call);
            stripe.noteEnded(call % 3, call);
            stripe.hadItselfInside(call % 3, call);
            stripe.claim(Thread.currentThread());
            stripe.release();
            UnownedCalls.link(call);
            counts.overflow(0);
            linkSlow(counts, call);
        }
    }

    /** With room and without, above the floor and below. */
    private static void linkSlow(Counts counts, int call) {
        counts.takeMax();
        counts.noteLong(call + 1, call);
        counts.offerAbove(call % 2 == 0 ? Strata.CLOSED : 0);
        TraceIds.present(); // the ring below does not ask it
        SlowRing ring = new SlowRing(1);
        counts.noteLong(ring, OwnedStripes.ofCurrent(), call + 1, call);
        counts.noteLong(ring, null, call + 1, LongCalls.NO_START);
    }
}
