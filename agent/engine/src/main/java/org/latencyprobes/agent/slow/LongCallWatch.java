package org.latencyprobes.agent.slow;

import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.internal.counts.OpenCalls;
import org.latencyprobes.internal.counts.SlowRing;

/**
 * The look, from the sampler's thread, for a call in flight whose stack is to be captured, and at the ring of slow calls. It wakes the thread
 * that captures and empties the ring, which so need not look often itself.
 *
 * <p>{@link #look} is for one thread, all else for another. Nothing here allocates but what waking does.
 */
final class LongCallWatch implements BiConsumer<Thread, OpenCalls> {

    private static final long NEVER = Long.MAX_VALUE;
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(4);

    /** After one waking, the next comes no sooner. */
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Supplier<Clock> clock;
    private final LongSupplier nanoTime;
    private final Runnable wake;
    private volatile long limitNanos = NEVER;
    private volatile long stackNanos;
    private volatile boolean isCaptured;
    private long lookNanos;
    private long clockSince = Long.MIN_VALUE;

    /** Calls that began then, or before, have been looked at: each wakes once, and once more after a stack has been captured. */
    private long passedTicks;

    private boolean isWakeDue;

    /**
     * Looks for nothing yet.
     *
     * @param clock that calls are timed by
     * @param nanoTime as {@link System#nanoTime}
     * @param wake called where there is something to do; should return at once
     */
    LongCallWatch(Supplier<Clock> clock, LongSupplier nanoTime, Runnable wake) {
        this.clock = clock;
        this.nanoTime = nanoTime;
        this.wake = wake;
        lookNanos = nanoTime.getAsLong();
    }

    /**
     * Follows what is wanted.
     *
     * @param limit from which age on a call's stack is captured, in ns
     * @param nextNanos the moment before which none is captured, as {@code nanoTime} counts
     */
    void follow(long limit, long nextNanos) {
        if (stackNanos != nextNanos) {
            stackNanos = nextNanos;
            isCaptured = true;
        }
        limitNanos = limit;
    }

    /** No stacks are wanted. */
    void followNoStacks() {
        limitNanos = NEVER;
    }

    /** To be called after each sleep of the sampler's. Throws nothing. */
    void look() {
        try {
            lookIfDue();
        } catch (RuntimeException | Error e) { // the sampler must go on, and the other thread looks by itself, too
            lookNanos += SECOND_NANOS;
        }
    }

    private void lookIfDue() {
        long nowNanos = nanoTime.getAsLong();
        if (nowNanos - lookNanos < 0) {
            return;
        }
        lookNanos = nowNanos + LOOK_NANOS;
        SlowRing ring = SlowRing.present();
        isWakeDue = ring != null && ring.isHalfFull();
        if (!isWakeDue && limitNanos != NEVER && nowNanos - stackNanos >= 0) {
            lookAtCalls(clock.get());
        }
        if (isWakeDue) {
            lookNanos = nowNanos + PAUSE_NANOS;
            wake.run();
        }
    }

    private void lookAtCalls(Clock present) {
        if (isCaptured || present.since() != clockSince) {
            isCaptured = false;
            clockSince = present.since();
            passedTicks = clockSince - 1;
        }
        long latestStart = present.now() - ticks(present, limitNanos);
        if (latestStart > passedTicks) {
            OpenCalls.forEachLong(latestStart, passedTicks, this);
            passedTicks = latestStart;
        }
    }

    private static long ticks(Clock present, long nanos) {
        return (long) (nanos * (double) SECOND_NANOS / present.nanos(SECOND_NANOS));
    }

    @Override
    public void accept(Thread thread, OpenCalls open) {
        isWakeDue = true;
    }
}
