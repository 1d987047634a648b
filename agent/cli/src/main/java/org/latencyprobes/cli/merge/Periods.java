package org.latencyprobes.cli.merge;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.latencyprobes.cli.logs.Coverage;
import org.latencyprobes.cli.logs.HistogramSum;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.cli.logs.MergeCounts;
import org.latencyprobes.cli.logs.Untimed;

/**
 * The sums of each period of time, by key. With a length of 0 there is one period for all time. A period is written, in order, when the
 * reading has moved on by {@link #KEPT_OPEN} periods. The first and the last are cut to the requested time; otherwise their rates would be
 * too low. Not thread-safe.
 */
final class Periods {

    /** How many periods stay open. Lines are read in the order of their ends, so a long line is late, and so is one after a clock was set back. */
    static final int KEPT_OPEN = 4;

    private final long everyMillis;
    private final LineFilter filter;
    private final LogMerge.Target target;
    private final MergeCounts counts;
    private final Coverage coverage;
    private final TreeMap<Long, Map<SumKey, HistogramSum>> open = new TreeMap<>();
    private long closedBefore = Long.MIN_VALUE;

    Periods(long everyMillis, LineFilter filter, LogMerge.Target target, MergeCounts counts, Coverage coverage) {
        this.everyMillis = everyMillis;
        this.filter = filter;
        this.target = target;
        this.counts = counts;
        this.coverage = coverage;
    }

    void add(SumKey key, Histogram histogram, Untimed untimed) {
        long start = histogram.getStartTimeStamp();
        long period = everyMillis == 0 ? 0 : start - Math.floorMod(start, everyMillis);
        if (period < closedBefore) {
            counts.addLate();
        }
        open.computeIfAbsent(period, any -> new HashMap<>())
                .computeIfAbsent(key, any -> new HistogramSum())
                .add(histogram, untimed);
    }

    /** Writes the periods that can get no further line, as all later lines end at this time or after it. */
    void closeUntil(long endMillis) throws IOException {
        if (everyMillis > 0 && !open.isEmpty()) {
            long before = endMillis - KEPT_OPEN * everyMillis;
            while (!open.isEmpty() && open.firstKey() < before) {
                closeFirst();
            }
            closedBefore = Math.max(closedBefore, before);
        }
    }

    void close() throws IOException {
        while (!open.isEmpty()) {
            closeFirst();
        }
    }

    private void closeFirst() throws IOException {
        Map.Entry<Long, Map<SumKey, HistogramSum>> period = open.pollFirstEntry();
        List<SumKey> order =
                period.getValue().keySet().stream().sorted(SumKey.ORDER).toList();
        long from = everyMillis == 0 ? Long.MIN_VALUE : Math.max(period.getKey(), filter.fromMillis());
        long to = everyMillis == 0 ? Long.MAX_VALUE : Math.min(period.getKey() + everyMillis, filter.toMillis());
        Map<String, Long> coveredMillis = new HashMap<>();
        for (SumKey key : order) {
            HistogramSum sum = period.getValue().remove(key);
            Histogram total = sum.total();
            total.setTag(key.text());
            if (everyMillis > 0) {
                total.setStartTimeStamp(from);
                total.setEndTimeStamp(to);
            }
            counts.addWritten();
            target.line(
                    key.tag(),
                    total,
                    sum.untimed(),
                    coveredMillis.computeIfAbsent(key.host(), host -> coverage.millis(host, from, to)));
        }
    }
}
