package org.latencyprobes.benchmarks.stress;

import java.util.Arrays;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.counts.MemoryCap;
import org.latencyprobes.internal.counts.Snapshot;

/**
 * A counter whose recorders all start on one shared stripe, so that they meet.
 *
 * <p>The production code keeps threads on stripes of their own and moves them on when they collide, so that two actors would hardly ever
 * touch one counter. It gives a stripe buckets of its own only after thousands of samples. Here each actor starts on the first stripe, which
 * gets them when a test says so. Both are done by reflection, since only stress tests need them.
 */
final class OneStripe {

    private static final byte FIRST_STRIPE = 1;
    private static final byte[] STRIPE_PLUS_ONE = (byte[]) OwnStripes.constant("Stripes", "STRIPE_PLUS_ONE");

    private static boolean isShared;

    static {
        MemoryCap.cap(
                Long.MAX_VALUE); // there are millions of short-lived counters, and their memory is never given back
    }

    private OneStripe() {}

    static Counts counts() {
        return new Counts();
    }

    /** Puts all threads on the first stripe that threads share. */
    static void meet() {
        if (!isShared) {
            OwnStripes.none();
            isShared = true;
        }
        Arrays.fill(STRIPE_PLUS_ONE, FIRST_STRIPE);
    }

    /** Gives the first stripe a bucket of its own for this duration. */
    static void open(Counts counts, long nanos) {
        OwnStripes.open(counts, 0, Layout.indexOf(nanos));
    }

    static long countOf(long[] snapshot, long nanos) {
        int at = Snapshot.COUNTS + Layout.indexOf(nanos);
        return at < snapshot.length ? snapshot[at] : 0;
    }
}
