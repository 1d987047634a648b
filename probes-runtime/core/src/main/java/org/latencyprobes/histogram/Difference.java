package org.latencyprobes.histogram;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.counts.Layout;
import org.latencyprobes.counts.Snapshot;
import org.latencyprobes.probe.Hub;

/** The samples between two snapshots of the same counters, as an HdrHistogram. */
final class Difference {

    /** HdrHistogram has no shorter range. */
    private static final long SHORTEST_RANGE_NANOS = 2;

    private static final long[] NOTHING = new long[Snapshot.COUNTS];

    private final long[] before;
    private final long[] now;
    private final int highestIndex;

    Difference(long[] beforeOrNull, long[] now) {
        this.before = beforeOrNull == null ? NOTHING : beforeOrNull;
        this.now = now;
        int index = now.length - Snapshot.COUNTS - 1;
        while (index >= 0 && countAt(index) == 0) {
            index--;
        }
        this.highestIndex = index;
    }

    private long countAt(int index) {
        int at = Snapshot.COUNTS + index;
        return now[at] - (at < before.length ? before[at] : 0);
    }

    boolean isEmpty() {
        return highestIndex < 0 && grown(Snapshot.UNPLACED) == 0;
    }

    Interval toInterval(Map<String, Object> reading, long startMillis, long endMillis) {
        return new Interval(
                (String) reading.get(Hub.NAME),
                tags(reading),
                (String) reading.get(Hub.OUTCOME),
                (String) reading.get(Hub.KIND),
                startMillis,
                endMillis,
                isEmpty() ? 0 : worstNanos(),
                grown(Snapshot.CLAMPED_LOW),
                grown(Snapshot.CLAMPED_HIGH),
                grown(Snapshot.UNPLACED),
                histogram(startMillis, endMillis));
    }

    private Histogram histogram(long startMillis, long endMillis) {
        Histogram histogram = new Histogram(1, longestNanos(), Layout.SIGNIFICANT_DIGITS);
        histogram.setAutoResize(true); // its receiver may add to it
        for (int index = 0; index <= highestIndex; index++) {
            long count = countAt(index);
            if (count > 0) {
                histogram.recordValueWithCount(Layout.lowestNanos(index), count);
            }
        }
        histogram.setStartTimeStamp(startMillis);
        histogram.setEndTimeStamp(endMillis);
        return histogram;
    }

    private long longestNanos() {
        return Math.max(SHORTEST_RANGE_NANOS, highestIndex < 0 ? 0 : Layout.highestNanos(highestIndex));
    }

    @SuppressWarnings("unchecked") // what the hub's protocol promises
    private static Map<String, String> tags(Map<String, Object> reading) {
        return (Map<String, String>) reading.get(Hub.TAGS);
    }

    private long grown(int at) {
        return now[at] - before[at];
    }

    /**
     * The longest sample: the greatest maximum of this interval's periods that lies in the highest bucket with a sample; where
     * there is none, that of the period before, since a sample may raise its maximum just before a reading and its count just
     * after. Samples that are in no bucket set no such bound.
     */
    private long worstNanos() {
        boolean allPlaced = grown(Snapshot.UNPLACED) == 0;
        long lower = highestIndex < 0 ? 0 : Layout.lowestNanos(highestIndex);
        long upper = allPlaced ? Math.min(Layout.highestNanos(highestIndex), now[Snapshot.WORST]) : now[Snapshot.WORST];
        long last = now[Snapshot.PERIOD];
        long first = before[0] == 0 ? 0 : before[Snapshot.PERIOD] + 1;
        if (last - first >= Snapshot.PERIODS) {
            return upper;
        }
        long worst = worstOfPeriods(first, last, upper);
        if (worst < lower && last - first + 1 < Snapshot.PERIODS && first > 0) {
            worst = worstOfPeriods(first - 1, first - 1, upper);
        }
        return worst >= lower ? worst : upper;
    }

    private long worstOfPeriods(long first, long last, long upper) {
        long worst = 0;
        for (long period = first; period <= last; period++) {
            long candidate = now[Snapshot.PERIOD_WORST + (int) (period % Snapshot.PERIODS)];
            if (candidate <= upper) {
                worst = Math.max(worst, candidate);
            }
        }
        return worst;
    }
}
