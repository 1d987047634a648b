package org.latencyprobes.internal.counts;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What one probe and outcome has of slow calls: its threshold, how many calls were over it, and how many of these were not kept.
 *
 * <p>Between two {@linkplain #nextTurn turns}, which a thread of the agent's makes about once a second, no more than {@value #ROOM} calls
 * are kept, and besides each that is the longest of its turn so far, or that a sample is offered. Lock-free; allocates nothing and throws nothing.
 */
public final class SlowShare {

    /** The threshold where there is none: only the longest of a period is kept. */
    public static final long NO_THRESHOLD = Long.MAX_VALUE;

    /** How many calls are kept in a turn, besides the longest. */
    static final int ROOM = 128;

    private static final int OVER = 0;
    private static final int DROPPED = 1;
    private static final int TAKEN = 2;
    private static final int MAX = 3;

    private final AtomicLongArray numbers = new AtomicLongArray(4);
    private final boolean isKept;
    private volatile long thresholdNanos;
    private volatile Traced lastTraced;

    /**
     * A slow call with a trace id. Not compared: JDK 17 would keep its class for ever.
     *
     * @param trace the id
     * @param nanos the call's duration, in ns
     * @param endMillis when it ended, in ms since 1970
     */
    public record Traced(String trace, long nanos, long endMillis) {}

    /** Begins with the threshold that new probes get, or, where no call is ever kept, with none. */
    SlowShare(boolean isKept) {
        this.isKept = isKept;
        thresholdNanos = isKept ? SlowRing.firstThresholdNanos() : NO_THRESHOLD;
    }

    /**
     * From where on calls are slow.
     *
     * @return in ns; {@link #NO_THRESHOLD} where that is not known yet
     */
    public long thresholdNanos() {
        return thresholdNanos;
    }

    void thresholdNanos(long nanos) {
        thresholdNanos = nanos;
    }

    /** Whether a call is to be kept; counts it where it is over the threshold, of which the caller has one reading for each call. */
    boolean isWanted(long nanos, long threshold, boolean isMaxOfPeriod, boolean isOffered) {
        if (nanos <= threshold) {
            return isOffered || isMaxOfPeriod && isKept && threshold == NO_THRESHOLD && hasRoom();
        }
        numbers.getAndIncrement(OVER);
        if (isMaxOfTurn(nanos) || isOffered || hasRoom()) {
            return true;
        }
        numbers.getAndIncrement(DROPPED);
        return false;
    }

    private boolean isMaxOfTurn(long nanos) {
        long seen = numbers.get(MAX);
        while (nanos > seen) {
            if (numbers.compareAndSet(MAX, seen, nanos)) {
                return true;
            }
            seen = numbers.get(MAX);
        }
        return false;
    }

    private boolean hasRoom() {
        return numbers.get(TAKEN) < ROOM && numbers.getAndIncrement(TAKEN) < ROOM;
    }

    /** Counts a call over the threshold that found no room. */
    void drop() {
        numbers.getAndIncrement(DROPPED);
    }

    /**
     * The last slow call with a trace id.
     *
     * @return null where there was none
     */
    public Traced lastTraced() {
        return lastTraced;
    }

    /**
     * Notes it, on the thread that keeps slow calls.
     *
     * @param call the last one so far
     */
    public void lastTraced(Traced call) {
        lastTraced = call;
    }

    /** Begins another turn. */
    public void nextTurn() {
        numbers.set(TAKEN, 0);
        numbers.set(MAX, 0);
    }

    /**
     * How many calls were over the threshold that was in force when they ended.
     *
     * @return all since it was first known
     */
    public long over() {
        return numbers.get(OVER);
    }

    /**
     * How many of these were not kept.
     *
     * @return at most {@link #over}
     */
    public long dropped() {
        return numbers.get(DROPPED);
    }
}
