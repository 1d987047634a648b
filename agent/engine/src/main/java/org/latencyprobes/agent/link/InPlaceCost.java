package org.latencyprobes.agent.link;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;

/**
 * What measuring takes of a call, measured in place: where the application's threads run it, at one of about a thousand calls.
 *
 * <p>After a call was recorded, the exit itself reads the clock twice more: code that only one of a thousand calls runs stays
 * uncompiled for long, and would be the cost. From the reading at the call's end to the last one, the thread has recorded once
 * and read the clock twice, as for every call. What is not in it is the note at the call's begin, some ns. The median counts, since a
 * thread that loses its processor meanwhile says nothing about the cost. Thread-safe; a sample allocates, locks and throws nothing.
 */
public final class InPlaceCost {

    /** What stands for longer times, too, in ns. */
    public static final int LONGEST_NANOS = (1 << 12) - 1;

    private static final int MOST_NANOS = LONGEST_NANOS + 1;
    private static final int FEWEST_SAMPLES = 20;

    private static volatile AtomicLongArray counts = new AtomicLongArray(MOST_NANOS);

    /** Those of the clock before the last change; null where there was none. */
    private static volatile AtomicLongArray former;

    /** The samples of before a moment, which a later reading leaves out. */
    public static final class Mark {

        private final AtomicLongArray marked = counts;
        private final int[] nanos = IntStream.range(0, MOST_NANOS)
                .filter(each -> marked.get(each) > 0)
                .toArray();
        private final long[] samples =
                Arrays.stream(nanos).mapToLong(marked::get).toArray();

        private Mark() {}

        private void subtractFrom(long[] present, AtomicLongArray of) {
            for (int i = 0; i < nanos.length && of == marked; i++) {
                present[nanos[i]] -= samples[i];
            }
        }
    }

    private InPlaceCost() {}

    /** Has the counters made, by the loading of this class, before the first sample. */
    static void prepare() {}

    /** Takes the time from the reading at a call's end to the second one after it was recorded. */
    static void add(long nanos) {
        counts.getAndIncrement((int) Math.max(0, Math.min(MOST_NANOS - 1, nanos)));
    }

    /** From now on calls are timed by another clock. */
    static void clockChanged() {
        former = counts;
        counts = new AtomicLongArray(MOST_NANOS);
    }

    /**
     * Remembers now.
     *
     * @return what {@link #nanos} takes; a few KB at most
     */
    public static Mark mark() {
        return new Mark();
    }

    /**
     * What measuring a call takes by the clock in use.
     *
     * @return the median in ns; 0 where there are too few samples
     */
    public static long nanos() {
        return median(added(counts, null));
    }

    /**
     * What measuring a call took. Where the clock was changed, each clock's median counts by its samples, since one is of as many calls as any
     * other.
     *
     * @param sinceOrNull of samples since then, where there are enough of them; null for the start
     * @return the median in ns; 0 where there are too few samples
     */
    public static double nanos(Mark sinceOrNull) {
        AtomicLongArray present = counts;
        AtomicLongArray before = former;
        long[] now = added(present, sinceOrNull);
        long[] then = before == null || sinceOrNull != null && sinceOrNull.marked == present
                ? new long[MOST_NANOS]
                : added(before, sinceOrNull);
        double nowNanos = median(now);
        double thenNanos = median(then);
        if (nowNanos == 0 && thenNanos == 0) {
            return sinceOrNull == null ? 0 : nanos(null);
        }
        double nowSamples = nowNanos == 0 ? 0 : samples(now);
        double thenSamples = thenNanos == 0 ? 0 : samples(then);
        return (nowNanos * nowSamples + thenNanos * thenSamples) / (nowSamples + thenSamples);
    }

    private static long[] added(AtomicLongArray counts, Mark sinceOrNull) {
        long[] added = new long[MOST_NANOS];
        for (int nanos = 0; nanos < added.length; nanos++) {
            added[nanos] = counts.get(nanos);
        }
        if (sinceOrNull != null) {
            sinceOrNull.subtractFrom(added, counts);
        }
        return added;
    }

    private static long samples(long[] counts) {
        long sum = 0;
        for (long samples : counts) {
            sum += samples;
        }
        return sum;
    }

    /** 0 where there are too few. */
    private static long median(long[] counts) {
        long samples = samples(counts);
        long below = 0;
        int nanos = -1;
        while (samples >= FEWEST_SAMPLES && 2 * below < samples) {
            below += counts[++nanos];
        }
        return Math.max(0, nanos);
    }
}
