package org.latencyprobes.cli.merge;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * Sums by period of time and series; one period for all time if its length is 0. Periods are given out in order once what is read has
 * moved on by {@link #KEPT_OPEN} of them. The first and the last are cut to the time that is asked for, or their rates would be too low.
 * Not thread-safe.
 */
final class Periods {

    /** Lines begin before they end and are read in the order of their ends; those of a clock that was set back come late. */
    static final int KEPT_OPEN = 4;

    private final long everyMillis;
    private final LineFilter filter;
    private final LogMerge.Target target;
    private final MergeCounts counts;
    private final Coverage coverage;
    private final TreeMap<Long, Map<Series, Sum>> open = new TreeMap<>();
    private long closedBefore = Long.MIN_VALUE;

    Periods(long everyMillis, LineFilter filter, LogMerge.Target target, MergeCounts counts, Coverage coverage) {
        this.everyMillis = everyMillis;
        this.filter = filter;
        this.target = target;
        this.counts = counts;
        this.coverage = coverage;
    }

    void add(Series series, Histogram histogram) {
        long start = histogram.getStartTimeStamp();
        long period = everyMillis == 0 ? 0 : start - Math.floorMod(start, everyMillis);
        if (period < closedBefore) {
            counts.addLate();
        }
        open.computeIfAbsent(period, any -> new HashMap<>())
                .computeIfAbsent(series, any -> new Sum())
                .add(histogram);
        counts.addLine();
    }

    /** Gives out what can have no further line, as all lines to come end at this time or later. */
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
        Map.Entry<Long, Map<Series, Sum>> period = open.pollFirstEntry();
        List<Series> order =
                period.getValue().keySet().stream().sorted(Series.ORDER).toList();
        long from = everyMillis == 0 ? Long.MIN_VALUE : Math.max(period.getKey(), filter.fromMillis());
        long to = everyMillis == 0 ? Long.MAX_VALUE : Math.min(period.getKey() + everyMillis, filter.toMillis());
        Map<String, Long> coveredMillis = new HashMap<>();
        for (Series series : order) {
            Histogram total = period.getValue().remove(series).total();
            total.setTag(series.text());
            if (everyMillis > 0) {
                total.setStartTimeStamp(from);
                total.setEndTimeStamp(to);
            }
            counts.addWritten();
            target.line(
                    series.tag(),
                    total,
                    coveredMillis.computeIfAbsent(series.host(), host -> coverage.millis(host, from, to)));
        }
    }
}
