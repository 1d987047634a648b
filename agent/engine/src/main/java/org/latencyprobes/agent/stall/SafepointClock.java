package org.latencyprobes.agent.stall;

import java.util.concurrent.TimeUnit;

/**
 * The moments of safepoints. HotSpot counts the time between safepoints and the time in them, without a gap. So the sum of both is the moment of
 * the last one, but for a constant: when the JVM began to count. A safepoint that begins between two readings bounds that constant. For one
 * thread; allocates nothing.
 */
final class SafepointClock {

    /** By how much a moment may be wrong at most to be told. */
    private static final long MOST_ERROR_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    /** After so long a time without a safepoint, the time of the last one has been counted, which may come late. */
    private static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final JvmReading last;
    private long lastEndNanos;
    private long changedNanos;
    private boolean isComplete; // whether the times of all safepoints have been counted
    private boolean isOneAwaited; // whether all but that of the last one have
    private boolean isBounded;
    private long earliestNanos; // bounds of the constant
    private long latestNanos;
    private boolean hasBegun; // a safepoint, between the last two readings
    private long begunAfterNanos;
    private long begunAtNanos; // less the constant

    SafepointClock(JvmCounters counters, long nowNanos) {
        last = new JvmReading(counters.collectors());
        counters.read(last);
        lastEndNanos = nowNanos;
        changedNanos = nowNanos;
    }

    /**
     * Looks at a reading that was taken after a sleep and before the next one.
     *
     * @param startNanos when the sleep began, after the reading before
     */
    void slept(long startNanos, long endNanos, JvmReading now) {
        if (hasBegun) {
            bound(begunAfterNanos - begunAtNanos, startNanos - begunAtNanos);
        }
        long begun = now.safepoints - last.safepoints;
        boolean isTimed = now.safepointNanos != last.safepointNanos;
        isComplete |= endNanos - changedNanos > QUIET_NANOS;
        hasBegun = begun == 1 && isComplete;
        if (hasBegun) {
            begunAfterNanos = lastEndNanos;
            begunAtNanos = now.applicationNanos + last.safepointNanos + last.reachNanos;
        }
        if (begun > 0 || isTimed) {
            isComplete = isTimed && (hasBegun || begun == 0 && isOneAwaited);
            isOneAwaited = hasBegun && !isTimed;
            changedNanos = endNanos;
            last.copyFrom(now);
        }
        lastEndNanos = endNanos;
    }

    private void bound(long fromNanos, long toNanos) {
        boolean isIn = isBounded && fromNanos <= latestNanos && toNanos >= earliestNanos;
        earliestNanos = isIn ? Math.max(earliestNanos, fromNanos) : fromNanos;
        latestNanos = isIn ? Math.min(latestNanos, toNanos) : toNanos;
        isBounded = true;
    }

    boolean isExact() {
        return isBounded && latestNanos - earliestNanos <= 2 * MOST_ERROR_NANOS;
    }

    /** When the last safepoint of a reading ended, if its time has been counted. Only where {@link #isExact}. */
    long endNanos(JvmReading reading) {
        return earliestNanos
                + (latestNanos - earliestNanos) / 2
                + reading.applicationNanos
                + reading.safepointNanos
                + reading.reachNanos;
    }
}
