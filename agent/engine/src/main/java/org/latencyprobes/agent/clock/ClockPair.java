package org.latencyprobes.agent.clock;

import java.util.function.LongSupplier;

/**
 * A reading of a clock and one of {@link System#nanoTime} at the same time. Immutable.
 *
 * @param ticks of the clock
 * @param nanos of {@link System#nanoTime}, in ns
 * @param doubtNanos by how much that may be too early or too late, in ns
 */
public record ClockPair(long ticks, long nanos, long doubtNanos) {

    private static final int TRIES = 32;

    /**
     * The pair of some tries that lies in the shortest time.
     *
     * @param clock that is read: a {@link Clock}, or another one
     * @return its reading now, and that of {@link System#nanoTime}
     */
    public static ClockPair read(LongSupplier clock) {
        ClockPair best = tryOnce(clock);
        for (int tries = 1; tries < TRIES; tries++) {
            ClockPair next = tryOnce(clock);
            if (next.doubtNanos < best.doubtNanos) {
                best = next;
            }
        }
        return best;
    }

    private static ClockPair tryOnce(LongSupplier clock) {
        long beforeNanos = System.nanoTime();
        long ticks = clock.getAsLong();
        long halfNanos = (System.nanoTime() - beforeNanos + 1) / 2;
        return new ClockPair(ticks, beforeNanos + halfNanos, halfNanos);
    }

    /**
     * When the clock showed a reading, if its rate was right since.
     *
     * @param reading of the clock, before or after this pair
     * @param clock the same
     * @return as {@link System#nanoTime} counts
     */
    public long nanoTimeAt(long reading, Clock clock) {
        return nanos + clock.nanos(reading - ticks);
    }

    /** How much faster the clock runs than {@link System#nanoTime}, between two pairs. */
    RateError errorUntil(ClockPair later, Clock clock) {
        double byNanoTime = Math.max(1, later.nanos - nanos);
        double more = clock.nanos(later.ticks - ticks) - byNanoTime;
        return new RateError(more / byNanoTime, (doubtNanos + later.doubtNanos) / byNanoTime);
    }
}
