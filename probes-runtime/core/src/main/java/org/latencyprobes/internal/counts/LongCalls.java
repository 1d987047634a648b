package org.latencyprobes.internal.counts;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The longest calls of one probe and outcome: the longest of the present period, exactly, and those that {@link Strata} offers, which go to the
 * {@link SlowRing}. A part of {@link Counts}, so that a sample finds {@link #above} in the object that it has at hand.
 *
 * <p>A sample is compared with {@link #above} alone. What is longer comes to {@link #noteLong}, out of line.
 *
 * <p><b>Ordering.</b> {@link #above} is the lesser of longest and floor, or less than that: then a sample comes here for nothing. It may never
 * be more. So whoever changes one of them then puts a token into {@link #above}, and whoever raises it puts a token of its own,
 * reads both, and replaces the token by compare-and-set. No token is used twice, and each is below every duration. A
 * change after that reading has replaced the token, and the compare-and-set fails.
 *
 * <p>{@code noteLong} is lock-free, allocates nothing and throws nothing.
 */
abstract sealed class LongCalls permits Counts {

    /** The start of a sample of which only the duration is known. */
    static final long NO_START = Long.MIN_VALUE;

    private static final VarHandle ABOVE = field("above");
    private static final VarHandle MAX = field("max");
    private static final VarHandle TOKENS = field("tokens");

    /** What is longer is noted. Read plainly by {@code record}. */
    long above = Long.MIN_VALUE;

    /** The longest sample of the present period. */
    private long max;

    private long tokens = Long.MIN_VALUE + 1;
    private final long[] periodMax = new long[Snapshot.PERIODS];
    private long period;
    private long maxSinceStart;
    private final Strata strata;
    private volatile TracedCall lastTraced;
    private volatile long slowCalls;

    LongCalls(boolean hasSlowCalls) {
        strata = hasSlowCalls ? new Strata(SlowRing.present() != null) : Strata.NONE;
    }

    /**
     * The last slow call with a trace id.
     *
     * @return null where there was none
     */
    public final TracedCall lastTraced() {
        return lastTraced;
    }

    /**
     * Notes it, on the thread that keeps slow calls.
     *
     * @param call the last one so far
     */
    public final void lastTraced(TracedCall call) {
        lastTraced = call;
    }

    /**
     * How many calls were slow, by what was known when they were told.
     *
     * @return 0 or more, and never less than before
     */
    public final long slowCalls() {
        return slowCalls;
    }

    /**
     * Tells of more of them. For the thread that keeps slow calls.
     *
     * @param calls how many
     */
    public final void addSlow(long calls) {
        slowCalls = slowCalls + calls;
    }

    /**
     * Whether somebody tells which of its calls are slow.
     *
     * @return false where no call is offered to a sample
     */
    public final boolean offersCalls() {
        return strata.floorNanos() != Strata.CLOSED;
    }

    /** Notes a sample that is longer than {@link #above} was, with the start that {@link OpenCalls#begin} was told, or {@link #NO_START}. */
    final void noteLong(long nanos, long start) {
        noteLong(SlowRing.present(), start == NO_START ? null : OwnedStripes.ofCurrent(), nanos, start);
    }

    /** The same with the ring that the call goes into, and the stripe that knows what was inside it; each null where there is none. */
    final void noteLong(SlowRing ring, OwnedStripe stripe, long nanos, long start) {
        raise(Math.min(nanos, Layout.MAX_NANOS));
        if (ring != null) {
            int priority = strata.draw(nanos, start == NO_START ? System.nanoTime() : start, ring);
            if (priority != Strata.NOT_OFFERED
                    && !ring.put(stripe, this, nanos, start, priority, strata.isTraced(nanos))) {
                strata.lose(nanos, priority);
            }
        }
        raiseAbove();
    }

    private void raise(long value) {
        long seen = (long) MAX.getOpaque(this);
        while (value > seen && !MAX.compareAndSet(this, seen, value)) {
            seen = (long) MAX.getOpaque(this);
        }
    }

    private void raiseAbove() {
        if ((long) ABOVE.getOpaque(this) != least()) {
            long token = putToken();
            ABOVE.compareAndSet(this, token, least());
        }
    }

    private long least() {
        return Math.min((long) MAX.getVolatile(this), strata.floorNanos());
    }

    private long putToken() {
        long token = (long) TOKENS.getAndAdd(this, 1L);
        ABOVE.setVolatile(this, token);
        return token;
    }

    /**
     * Ends the present period, and writes the longest of all and of the last ones into a snapshot. A period without a sample goes on: readers that
     * look often would push out what those that look seldom have not seen. Called after the counts are read, so that the maximum of every sample
     * among them is in this period or an earlier one. For one thread at a time.
     */
    final void endPeriod(long[] snapshot) {
        long taken = takeMax();
        if (taken > 0 || period == 0) {
            periodMax[(int) period++ & Snapshot.PERIODS - 1] = taken;
            maxSinceStart = Math.max(maxSinceStart, taken);
        }
        snapshot[Snapshot.MAX] = maxSinceStart;
        snapshot[Snapshot.PERIOD] = period - 1;
        System.arraycopy(periodMax, 0, snapshot, Snapshot.PERIOD_MAX, Snapshot.PERIODS);
    }

    final long takeMax() {
        long taken = (long) MAX.getAndSet(this, 0L);
        putToken();
        return taken;
    }

    /**
     * Sets from where on calls are offered to a sample. For one thread at a time.
     *
     * @param nanos the longest that is not, in ns; {@link Strata#OPEN} for all, {@link Strata#CLOSED} for none
     */
    public final void offerAbove(long nanos) {
        if (nanos != strata.floorNanos()) {
            strata.floorNanos(nanos);
            putToken();
        }
    }

    /**
     * Which calls are offered to a sample.
     *
     * @return the same object each time
     */
    public final Strata strata() {
        return strata;
    }

    private static VarHandle field(String name) {
        try {
            return MethodHandles.lookup().findVarHandle(LongCalls.class, name, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
