package org.latencyprobes.internal.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The time of day as it passes for readings: it never stops and never goes back, whatever is done to the machine's clock.
 *
 * <p>It advances with the monotonic clock. Where the machine's clock was set back, this one stays ahead and loses the lead by 1
 * % of the time that passes. Lengths of intervals are then right within 1 %, and times of day are right again once the lead is
 * lost. Where the machine's clock is ahead (it was set forward, or the machine slept), this one follows at once; {@link #begin} moves
 * what began before by the same step, so that no length has the step in it.
 *
 * <p>Thread-safe.
 */
public final class Timeline {

    /** The timeline of this copy of the library. */
    public static final Timeline OURS = new Timeline(new Clocks());

    /** The divisor of the time that passes: at most so much of a lead is lost. */
    private static final long SLEW = 100;

    /** Less is how clocks are adjusted all the time. */
    private static final long SHORTEST_STEP_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** What began before the oldest ones is moved by all of them. */
    private static final int MOST_STEPS = 100;

    private final Clocks clocks;
    private long timeNanos;
    private long lastNanos;
    /** Each is a time of day, in ns, and by how much the clock was set forward then. */
    private List<long[]> steps = List.of();

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
        if (-aheadNanos >= SHORTEST_STEP_NANOS) {
            addStep(advancedNanos, -aheadNanos);
        }
        timeNanos = advancedNanos - Math.min(aheadNanos, passedNanos / SLEW);
        return TimeUnit.NANOSECONDS.toMillis(timeNanos);
    }

    private void addStep(long atNanos, long nanos) {
        List<long[]> next = new ArrayList<>(steps);
        next.add(new long[] {atNanos, nanos});
        if (next.size() > MOST_STEPS) {
            next.get(1)[1] += next.remove(0)[1];
        }
        steps = next;
    }

    /**
     * When something began, by the clock as it is set now.
     *
     * @param millis the same as this timeline had it then
     * @return the same, or later by what the machine's clock has been set forward since
     */
    public synchronized long begin(long millis) {
        long nanos = TimeUnit.MILLISECONDS.toNanos(millis);
        long movedNanos = nanos;
        for (long[] step : steps) {
            movedNanos += nanos <= step[0] ? step[1] : 0;
        }
        return TimeUnit.NANOSECONDS.toMillis(movedNanos);
    }
}
