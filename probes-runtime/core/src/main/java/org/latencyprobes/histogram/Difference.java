package org.latencyprobes.histogram;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.counts.Layout;
import org.latencyprobes.counts.Snapshot;
import org.latencyprobes.probe.Hub;

/** The samples between two snapshots of the same counters, as an HdrHistogram. */
final class Difference {

    private final long[] before;
    private final long[] now;
    private final Histogram histogram = new Histogram(1, Layout.MAX_NANOS, Layout.SIGNIFICANT_DIGITS);
    private int highestIndex = -1;

    Difference(long[] beforeOrNull, long[] now) {
        this.before = beforeOrNull == null ? new long[Snapshot.COUNTS] : beforeOrNull;
        this.now = now;
        for (int at = Snapshot.COUNTS; at < now.length; at++) {
            long count = now[at] - (at < before.length ? before[at] : 0);
            if (count > 0) {
                highestIndex = at - Snapshot.COUNTS;
                histogram.recordValueWithCount(Layout.lowestNanos(highestIndex), count);
            }
        }
    }

    boolean isEmpty() {
        return highestIndex < 0 && grown(Snapshot.UNPLACED) == 0;
    }

    Interval toInterval(Map<String, Object> reading, long startMillis, long endMillis) {
        histogram.setStartTimeStamp(startMillis);
        histogram.setEndTimeStamp(endMillis);
        return new Interval(
                (String) reading.get(Hub.NAME),
                tags(reading),
                (String) reading.get(Hub.OUTCOME),
                (String) reading.get(Hub.KIND),
                startMillis,
                endMillis,
                worstNanos(),
                grown(Snapshot.CLAMPED_LOW),
                grown(Snapshot.CLAMPED_HIGH),
                grown(Snapshot.UNPLACED),
                histogram);
    }

    @SuppressWarnings("unchecked") // what the hub's protocol promises
    private static Map<String, String> tags(Map<String, Object> reading) {
        return (Map<String, String>) reading.get(Hub.TAGS);
    }

    private long grown(int at) {
        return now[at] - before[at];
    }

    /**
     * The longest sample: the greatest maximum of this interval's periods that lies in the highest bucket with a sample. The
     * period before is looked at too, since a sample may raise its maximum just before a reading and its count just after.
     */
    private long worstNanos() {
        if (highestIndex < 0) {
            return 0;
        }
        long upper = Math.min(Layout.highestNanos(highestIndex), now[Snapshot.WORST]);
        long first = before[0] == 0 ? 0 : Math.max(0, before[Snapshot.PERIOD]);
        long last = now[Snapshot.PERIOD];
        if (last - first >= Snapshot.PERIODS) {
            return upper;
        }
        long worst = 0;
        for (long period = first; period <= last; period++) {
            long candidate = now[Snapshot.PERIOD_WORST + (int) (period % Snapshot.PERIODS)];
            if (candidate <= upper) {
                worst = Math.max(worst, candidate);
            }
        }
        return worst >= Layout.lowestNanos(highestIndex) ? worst : upper;
    }
}
