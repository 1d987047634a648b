package org.latencyprobes.internal.counts;

import java.util.Arrays;
import java.util.List;

/**
 * The choice of a probe's own threshold: its p99.9 so far or, as long as it has had fewer than {@value #MANY} calls, the duration that the
 * ten longest exceed. For one thread; it allocates nothing after its making.
 */
public final class SlowThreshold {

    /** With fewer calls there is no threshold. */
    static final long FEWEST = 20;

    private static final long MOST_OVER = 10;
    private static final long MANY = 10_000;
    private static final long PART = MANY / MOST_OVER;

    /** No call below 1 µs is slow: to keep one takes a part of that. */
    private static final long LEAST_NANOS = 1_000;

    private final long[] sums = new long[Snapshot.COUNTS + Layout.LENGTH];

    /** Begins to choose. */
    public SlowThreshold() {}

    /**
     * Sets the threshold of a probe.
     *
     * @param all its counters, of each outcome
     */
    public void follow(List<Counts> all) {
        Arrays.fill(sums, 0);
        all.forEach(counts -> counts.addTo(sums));
        long calls = 0;
        for (int at = Snapshot.COUNTS; at < sums.length; at++) {
            calls += sums[at];
        }
        set(all, calls < FEWEST ? SlowShare.NO_THRESHOLD : Math.max(LEAST_NANOS, exceededBy(mostOver(calls))));
    }

    /**
     * Sets the threshold of a probe.
     *
     * @param all its counters, of each outcome
     * @param nanos the threshold, in ns
     */
    public static void set(List<Counts> all, long nanos) {
        all.forEach(counts -> counts.slowAbove(nanos));
    }

    private static long mostOver(long calls) {
        return Math.max(MOST_OVER, calls / PART);
    }

    /** The least upper edge of a counter that no more calls exceed. */
    private long exceededBy(long most) {
        int index = Layout.LENGTH - 1;
        for (long over = 0; index >= 0; index--) {
            over += sums[Snapshot.COUNTS + index];
            if (over > most) {
                return Layout.highestNanos(index);
            }
        }
        return 0;
    }
}
