package org.latencyprobes.agent.clock;

import java.util.concurrent.TimeUnit;

/**
 * The judgement whether a counter that differs from {@link System#nanoTime} is wrong. It may be {@code nanoTime} that is: the kernel makes
 * it run faster or slower to set the machine's time right. For one thread.
 *
 * <p>A daemon can have Linux change that rate by {@value #MOST_SLEW} at most. What differs by more is wrong at once. What differs by less is
 * wrong when that lasts for a minute.
 */
final class RateVerdict {

    /** The share of the time by which a counter may be wrong. */
    private static final double TOLERATED = 0.001;

    /** The limit of adjtimex(2): 10 % by the length of a tick, and 0.05 % by the frequency. */
    static final double MOST_SLEW = 0.1005;

    /** By default chrony sets 5 s right in a minute. */
    static final long LONGEST_SLEW_NANOS = TimeUnit.MINUTES.toNanos(1);

    private boolean isBeyond;
    private long sinceNanos;

    /** Whether a counter is certainly right. */
    static boolean isRight(RateError error) {
        return Math.abs(error.share()) + error.doubt() <= TOLERATED;
    }

    /** Whether it certainly differs by more than is tolerated. */
    static boolean isBeyond(RateError error) {
        return Math.abs(error.share()) - error.doubt() > TOLERATED;
    }

    /** Whether the counter is to be left, by its error up to now. */
    boolean isWrong(RateError error, long nowNanos) {
        if (!isBeyond(error)) {
            isBeyond = false;
            return false;
        }
        if (!isBeyond) {
            isBeyond = true;
            sinceNanos = nowNanos;
        }
        return Math.abs(error.share()) - error.doubt() > MOST_SLEW || nowNanos - sinceNanos >= LONGEST_SLEW_NANOS;
    }
}
