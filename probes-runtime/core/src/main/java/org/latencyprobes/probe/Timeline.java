package org.latencyprobes.probe;

import java.util.concurrent.TimeUnit;

/**
 * The time of day as it passes for readings: it never stops and never goes back, whatever is done to the machine's clock.
 *
 * <p>It advances with the monotonic clock. Where the machine's clock was set back, this one stays ahead and loses the lead by 1
 * % of the time that passes. Lengths of intervals are then right within 1 %, and times of day are right again once the lead is
 * lost. Where the machine's clock is ahead (it was set forward, or the machine slept), this one follows at once; the interval in
 * which that happens is longer by the step.
 *
 * <p>Thread-safe.
 */
public final class Timeline {

    /** The timeline of this copy of the library. */
    public static final Timeline OURS = new Timeline(new Clocks());

    /** The divisor of the time that passes: at most so much of a lead is lost. */
    private static final long SLEW = 100;

    private final Clocks clocks;
    private long timeNanos;
    private long lastNanos;

    /** The machine's clocks; a test sets its own. */
    static class Clocks {

        /** The time of day, in ms since 1970, as the machine has it. */
        long wallMillis() {
            return System.currentTimeMillis();
        }

        /** The clock that nobody can set, in ns since some time. */
        long monotonicNanos() {
            return System.nanoTime();
        }
    }

    /** Creates a timeline that begins at the machine's time. */
    Timeline(Clocks clocks) {
        this.clocks = clocks;
        lastNanos = clocks.monotonicNanos();
        timeNanos = TimeUnit.MILLISECONDS.toNanos(clocks.wallMillis());
    }

    /**
     * The time of day.
     *
     * @return ms since 1970; never less than before
     */
    public synchronized long nowMillis() {
        long nanos = clocks.monotonicNanos();
        long passedNanos = Math.max(0, nanos - lastNanos);
        lastNanos = nanos;
        long advancedNanos = timeNanos + passedNanos;
        long aheadNanos = advancedNanos - TimeUnit.MILLISECONDS.toNanos(clocks.wallMillis());
        timeNanos = advancedNanos - Math.min(aheadNanos, passedNanos / SLEW);
        return TimeUnit.NANOSECONDS.toMillis(timeNanos);
    }
}
