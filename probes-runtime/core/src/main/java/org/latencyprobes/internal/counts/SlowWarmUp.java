package org.latencyprobes.internal.counts;

/**
 * Calls that have the JIT compiler compile what keeps a slow call. Slow calls are few, so that code would stay interpreted for long. What
 * that costs where calls are rare is in {@code docs/internals/overhead.md}.
 *
 * <p>The calls are made on counters and a ring of their own. Nobody reads them. For one thread of the agent's, which owns no stripe by this.
 */
public final class SlowWarmUp {

    /** The steps after which the compiler has what it needs. */
    static final int STEPS = 20;

    private static final int CALLS_IN_A_STEP = 100;

    private static final int CALLS_IN_A_TURN = 64;

    private int steps;

    /** Makes some calls: takes about 1 ms, and nothing after {@value #STEPS} times. */
    public void step() {
        if (steps < STEPS) {
            steps++;
            call(
                    new Counts(),
                    new SlowRing(steps % 2 == 0 ? 2 : 16),
                    new OwnedStripe(0)); // without room, and with some
        }
    }

    /** Takes most branches: what the compiler has never seen taken, it leaves out. */
    private static void call(Counts counts, SlowRing ring, OwnedStripe stripe) {
        for (int call = 0; call < CALLS_IN_A_STEP; call++) {
            if (call % CALLS_IN_A_TURN == 0) {
                counts.offerAbove(call); // the first ones are offered
                counts.takeMax();
            }
            int start = call + 1;
            stripe.begin(start);
            boolean hasStart = call % 16 != 0;
            counts.noteLong(
                    ring,
                    hasStart ? stripe : null,
                    call % 4 == 0 ? call : call % CALLS_IN_A_TURN,
                    hasStart ? start : LongCalls.NO_START);
            stripe.end(start, call);
            if (call % 8 > 2) { // else the ring has no room at last
                ring.drain((where, thread, begin, nanos, end, calls, inside, trace, priority, looks) -> {});
            }
        }
    }
}
