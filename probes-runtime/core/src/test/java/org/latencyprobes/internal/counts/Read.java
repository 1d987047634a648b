package org.latencyprobes.internal.counts;

import java.util.Arrays;

/** The questions of tests to a snapshot. */
final class Read {

    private Read() {}

    static long countOf(long[] snapshot, long nanos) {
        int at = Snapshot.COUNTS + Layout.indexOf(nanos);
        return at < snapshot.length ? snapshot[at] : 0;
    }

    static long total(long[] snapshot) {
        return Arrays.stream(snapshot, Snapshot.COUNTS, snapshot.length).sum();
    }

    static long maxOfPeriod(long[] snapshot, long period) {
        return snapshot[Snapshot.PERIOD_MAX + (int) (period % Snapshot.PERIODS)];
    }
}
