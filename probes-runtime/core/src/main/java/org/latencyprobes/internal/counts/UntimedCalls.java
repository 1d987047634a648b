package org.latencyprobes.internal.counts;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The numbers of calls of one probe that were counted and not timed, by outcome.
 *
 * <p>Any thread may count. Calls that ended well have a counter for each stripe, on a cache line for itself: a thread adds plainly where it owns
 * the stripe ({@link OwnedStripe}), atomically where it shares it ({@link Stripes}). What stands for the start of a call may say where. These counters are made by {@link #prepare}. Without them, and
 * for other outcomes, all threads share one. Counting is exact and wait-free; it allocates nothing and throws nothing. The add pairs with the
 * fence of {@link #sum}.
 */
public final class UntimedCalls {

    /** The memory of one instance before it is prepared, in bytes. */
    public static final long BASE_BYTES = 24 + 16 + 24 + 8L * 3;

    /** With a line before them that the array's header is in. */
    static final int LENGTH = Stripes.placeOf(Stripes.COUNT + OwnedStripes.COUNT);

    /** As of what stripes have for themselves, which saves time too. */
    private static final int QUARTERS_OF_CAP = 2;

    static {
        link();
    }

    private final AtomicLongArray shared = new AtomicLongArray(3);
    /** Set once; read plainly, so that a thread may share a counter for a moment longer. */
    private long[] byStripe;

    /** Creates counters that have counted nothing. */
    public UntimedCalls() {}

    /** Runs every branch, whose first calls allocate and need stack, on the thread that makes the first probe. */
    private static void link() {
        UntimedCalls calls = new UntimedCalls();
        long[] counters = new long[LENGTH];
        for (int call = 0; call < 2 * FirstCalls.CALLS_TO_LINK; call++) {
            if (call == FirstCalls.CALLS_TO_LINK) {
                calls.byStripe = counters;
            }
            calls.countOk();
            calls.countOkOf(OpenCalls.NOT_TIMED + call % 2);
            calls.count(1);
            addOwned(counters, 0);
            CounterArrays.increment(counters, 0);
            SampleChoice.oneIn(1).isChosen();
            SampleChoice.NEVER.isChosenWithoutStripe();
        }
    }

    /** Makes the counters for each stripe, where the memory cap has room. Allocates. */
    public synchronized void prepare() {
        if (byStripe == null && MemoryCap.take(16 + 8L * LENGTH, QUARTERS_OF_CAP)) {
            byStripe = new long[LENGTH];
        }
    }

    /** Gives the room of these counters back to the memory cap, once nobody counts any more. */
    public synchronized void release() {
        if (byStripe != null) {
            byStripe = null;
            MemoryCap.release(16 + 8L * LENGTH);
        }
    }

    /** Counts one call that ended well, outcome 0. */
    public void countOk() {
        long[] counters = byStripe;
        if (counters == null) {
            count(0);
            return;
        }
        int stripe = Stripes.numberOfCaller();
        if (stripe >= Stripes.COUNT) {
            addOwned(counters, stripe);
        } else {
            CounterArrays.increment(counters, Stripes.placeOf(stripe));
        }
    }

    /**
     * Counts one call of the calling thread that ended well, if its start says where, and if there are counters for each stripe.
     *
     * @param start what stands for it, {@link OpenCalls#notTimed}; for any other start nothing is counted
     * @return whether it is counted
     */
    public boolean countOkOf(long start) {
        long place = start - (OpenCalls.NOT_TIMED + 1);
        long[] counters = byStripe;
        if (counters == null || Long.compareUnsigned(place, LENGTH) >= 0) {
            return false;
        }
        CounterArrays.incrementOwned(counters, (int) place);
        return true;
    }

    private static void addOwned(long[] counters, int stripe) {
        CounterArrays.incrementOwned(counters, Stripes.placeOf(stripe));
    }

    /**
     * Counts one call.
     *
     * @param outcome 0 to 2
     */
    public void count(int outcome) {
        shared.getAndIncrement(outcome);
    }

    /**
     * How many calls of an outcome there were.
     *
     * @param outcome 0 to 2
     * @return 0 or more, and never less than before
     */
    public long sum(int outcome) {
        long sum = shared.get(outcome);
        long[] counters = outcome == 0 ? byStripe() : null;
        return sum + CounterArrays.sum(counters, LENGTH);
    }

    private synchronized long[] byStripe() {
        return byStripe;
    }
}
