package org.latencyprobes.agent.clock;

import java.util.function.LongSupplier;

/**
 * A clock that calls are timed by. Its readings are ticks, of a length of its own.
 *
 * <p>Clocks have ranges of readings that do not overlap, in the order in which one may follow another: the time-stamp counter's lie from 0,
 * those of {@link System#nanoTime} above. So an exit that reads one clock sees that a start was read from another: it is earlier than the
 * clock's first reading, or later than the end. Such a call is not recorded.
 *
 * <p>Hot path. A call site that is bound to a clock has the JIT know its class, which holds all it needs in constants. Thread-safe. No
 * allocation, no lock, nothing thrown.
 */
public abstract class Clock implements LongSupplier {

    /** What is given for a start that this clock did not give, or not while this agent was there. */
    public static final long NOT_OURS = -1;

    /** The first reading of the range above the time-stamp counter's: 29 years of a counter at 5 GHz. */
    static final long SECOND_RANGE = 1L << 62;

    /** By how much an end on one processor may be earlier than its start on another, since readings are not ordered. */
    private static final long TOLERANCE_NANOS = 1_000;

    private final long since;
    private volatile boolean wentBack;

    /** For readings that are after this one. */
    Clock(long since) {
        this.since = since;
    }

    /**
     * Reads the clock.
     *
     * @return ticks
     */
    public abstract long now();

    @Override
    public final long getAsLong() {
        return now();
    }

    /**
     * The length of a time.
     *
     * @param ticks from one reading to another, in either direction
     * @return in ns
     */
    public abstract long nanos(long ticks);

    /**
     * Reads the clock.
     *
     * @return in ns, from whatever moment
     */
    public final long nanosNow() {
        return nanos(now());
    }

    /**
     * The clock's name.
     *
     * @return as users write it
     */
    public abstract ClockName name();

    /**
     * When this agent began to use this clock. A call that began before was timed for an agent that has left.
     *
     * @return the reading then
     */
    public final long since() {
        return since;
    }

    /**
     * Whether a start is a reading of this clock.
     *
     * @param start as an enter returned it, of whatever clock or agent
     * @return true if it was read while this agent used this clock
     */
    public final boolean isOwn(long start) {
        return start >= since && (start ^ since) < SECOND_RANGE;
    }

    /**
     * The duration of a call.
     *
     * @param start as an enter returned it, of whatever clock or agent
     * @param end a reading of this clock
     * @return in ns, or {@link #NOT_OURS}
     */
    public final long nanosBetween(long start, long end) {
        long ticks = end - start;
        if (start < since) {
            return NOT_OURS;
        }
        return ticks < 0 ? nanosBack(start, end) : nanos(ticks);
    }

    private long nanosBack(long start, long end) {
        if ((start ^ end) >= SECOND_RANGE) {
            return NOT_OURS;
        }
        if (nanos(start - end) <= TOLERANCE_NANOS) {
            return 0;
        }
        wentBack = true;
        return NOT_OURS;
    }

    /**
     * Whether a call ended before it began, by more than can be explained. Such a clock is not to be used.
     *
     * @return true from the first such call on
     */
    final boolean wentBack() {
        return wentBack;
    }
}
