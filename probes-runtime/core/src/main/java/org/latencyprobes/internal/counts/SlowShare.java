package org.latencyprobes.internal.counts;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What one probe and outcome has of calls over a threshold, where the user has set one: how many there were. And the last call with a trace id.
 * Lock-free; allocates nothing and throws nothing.
 */
public final class SlowShare {

    /** The threshold where there is none. */
    public static final long NO_THRESHOLD = Long.MAX_VALUE;

    private final AtomicLong over = new AtomicLong();
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

    /** Begins with the threshold that new probes get, or, where no call is ever slow, with none. */
    SlowShare(boolean isKept) {
        thresholdNanos = isKept ? SlowRing.firstThresholdNanos() : NO_THRESHOLD;
    }

    /**
     * From where on calls are counted as slow.
     *
     * @return in ns; {@link #NO_THRESHOLD} where the user has set none
     */
    public long thresholdNanos() {
        return thresholdNanos;
    }

    void thresholdNanos(long nanos) {
        thresholdNanos = nanos;
    }

    /** Counts a call, if it is over the threshold. */
    void count(long nanos) {
        if (nanos > thresholdNanos) {
            over.getAndIncrement();
        }
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

    /**
     * How many calls were over the threshold that was in force when they ended.
     *
     * @return exactly
     */
    public long over() {
        return over.get();
    }
}
