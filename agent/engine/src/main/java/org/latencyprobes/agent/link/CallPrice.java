package org.latencyprobes.agent.link;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * What measuring takes of a call, measured in place: where the application's threads run it, at one of about a thousand calls.
 *
 * <p>After a call was recorded, the exit itself reads the clock twice more: code that only one of a thousand calls runs stays
 * uncompiled for long, and would be the price. From the reading at the call's end to the last one, the thread has recorded once
 * and read the clock twice, as for every call. What is not in it is the note at the call's begin, some ns. The median counts, since a
 * thread that loses its processor meanwhile says nothing about the price. Thread-safe; a sample allocates, locks and throws nothing.
 */
public final class CallPrice {

    private static final int MOST_NANOS = 1 << 12;
    private static final int FEWEST = 20;

    private static final AtomicLongArray COUNTS = new AtomicLongArray(MOST_NANOS);

    private CallPrice() {}

    /** Takes the time from the reading at a call's end to the second one after it was recorded. */
    static void add(long nanos) {
        COUNTS.getAndIncrement((int) Math.max(0, Math.min(MOST_NANOS - 1, nanos)));
    }

    /**
     * What measuring a call takes.
     *
     * @return the median in ns; 0 where there are too few samples
     */
    public static long nanos() {
        long samples = 0;
        for (int nanos = 0; nanos < MOST_NANOS; nanos++) {
            samples += COUNTS.get(nanos);
        }
        if (samples < FEWEST) {
            return 0;
        }
        long below = 0;
        int nanos = -1;
        while (2 * below < samples) {
            below += COUNTS.get(++nanos);
        }
        return nanos;
    }
}
