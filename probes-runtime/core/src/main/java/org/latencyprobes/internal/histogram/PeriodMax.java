package org.latencyprobes.internal.histogram;

import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.counts.Snapshot;

/**
 * The longest sample between two snapshots: the greatest maximum of the periods between them that lies in the highest counter with a sample.
 * Where there is none, it is that of the period before, since a sample may raise its maximum just before a reading and its count just
 * after. Samples that are in no counter set no such bound. Stateless.
 */
final class PeriodMax {

    private PeriodMax() {}

    /**
     * Finds it.
     *
     * @param before the earlier snapshot, zeros where there is none
     * @param now the later one, with a sample that the earlier one has not
     * @param highestIndex the last counter with such a sample; −1 where it is in no counter
     */
    static long nanos(long[] before, long[] now, int highestIndex) {
        long lower = highestIndex < 0 ? 0 : Layout.lowestNanos(highestIndex);
        long upper = now[Snapshot.UNPLACED] == before[Snapshot.UNPLACED]
                ? Math.min(Layout.highestNanos(highestIndex), now[Snapshot.MAX])
                : now[Snapshot.MAX];
        long last = now[Snapshot.PERIOD];
        long first = before[0] == 0 ? 0 : before[Snapshot.PERIOD] + 1;
        if (last - first >= Snapshot.PERIODS) {
            return upper;
        }
        long max = ofPeriods(now, first, last, upper);
        if (max < lower && last - first + 1 < Snapshot.PERIODS && first > 0) {
            max = ofPeriods(now, first - 1, first - 1, upper);
        }
        return max >= lower ? max : upper;
    }

    private static long ofPeriods(long[] now, long first, long last, long upper) {
        long max = 0;
        for (long period = first; period <= last; period++) {
            long candidate = now[Snapshot.PERIOD_MAX + (int) (period % Snapshot.PERIODS)];
            if (candidate <= upper) {
                max = Math.max(max, candidate);
            }
        }
        return max;
    }
}
