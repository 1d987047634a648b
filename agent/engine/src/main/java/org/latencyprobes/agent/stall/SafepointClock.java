package org.latencyprobes.agent.stall;

import java.util.concurrent.TimeUnit;

/**
 * The moments of safepoints. HotSpot counts the time between safepoints, the time to reach them and the time in them, without a gap. So the sum
 * of all is the moment of the last one, but for a constant: when the JVM began to count. A safepoint that begins between two readings bounds
 * that constant. Early updates of JDK 17 leave out a part of some µs of each safepoint: bounds that contradict those before replace them. For
 * one thread; allocates nothing.
 */
final class SafepointClock {

    /** No moment is told that may be wrong by more. */
    private static final long MOST_ERROR_NANOS = TimeUnit.MICROSECONDS.toNanos(500);

    /** After so many readings without a change, the time of the last safepoint has been counted, which may come late. */
    private static final int MOST_AWAITED = 200;

    private final CounterReading last;
    private long lastEndNanos;
    private int unchanged; // readings
    private boolean isComplete; // whether the times of all safepoints have been counted
    private boolean isOneAwaited; // whether all but that of the last one have
    private boolean isBounded;
    private long earliestNanos; // bounds of the constant
    private long latestNanos;
    private boolean hasBegun; // a safepoint, between the last two readings
    private long begunAfterNanos;
    private long begunAtNanos; // less the constant
    private long begunLengthNanos; // 0 where its end was not counted

    SafepointClock(JvmCounters counters, long nowNanos) {
        last = new CounterReading(counters.collectors());
        counters.read(last);
        lastEndNanos = nowNanos;
    }

    /**
     * Looks at a reading that was taken after a sleep and before the next one.
     *
     * @param startNanos when the sleep began, after the reading before
     */
    void slept(long startNanos, long endNanos, CounterReading now) {
        if (hasBegun) {
            bound(begunAfterNanos - begunAtNanos, startNanos - begunLengthNanos - begunAtNanos);
        }
        long begun = now.safepoints - last.safepoints;
        boolean isTimed = now.safepointNanos != last.safepointNanos;
        isComplete |= unchanged++ >= MOST_AWAITED;
        hasBegun = begun == 1 && isComplete;
        if (hasBegun) {
            begunAfterNanos = lastEndNanos;
            begunAtNanos = now.applicationNanos + last.safepointNanos + last.reachNanos;
            begunLengthNanos =
                    isTimed ? now.safepointNanos + now.reachNanos - last.safepointNanos - last.reachNanos : 0;
        }
        if (begun > 0 || isTimed) {
            isComplete = isTimed && (hasBegun || begun == 0 && isOneAwaited);
            isOneAwaited = hasBegun && !isTimed;
            unchanged = 0;
            last.copyFrom(now);
        }
        lastEndNanos = endNanos;
    }

    private void bound(long fromNanos, long toNanos) {
        boolean isIn = isBounded && latestNanos - fromNanos >= 0 && toNanos - earliestNanos >= 0;
        if (!isIn || fromNanos - earliestNanos > 0) {
            earliestNanos = fromNanos;
        }
        if (!isIn || latestNanos - toNanos > 0) {
            latestNanos = toNanos;
        }
        isBounded = true;
    }

    boolean isExact() {
        return isBounded && errorNanos() <= MOST_ERROR_NANOS;
    }

    /** By how much a moment may be wrong. */
    long errorNanos() {
        return (latestNanos - earliestNanos) / 2;
    }

    /** When the only safepoint between two readings began. Only where {@link #isExact}. */
    long beginNanos(CounterReading before, CounterReading after) {
        return earliestNanos + errorNanos() + after.applicationNanos + before.safepointNanos + before.reachNanos;
    }

    /** When the last safepoint of a reading ended, if its time has been counted. Only where {@link #isExact}. */
    long endNanos(CounterReading reading) {
        return beginNanos(reading, reading);
    }
}
