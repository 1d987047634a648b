package org.latencyprobes.cli.compare;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.figures.HistogramText;
import org.latencyprobes.agent.protocol.figures.HistogramRow;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.histogram.Tag;
import org.latencyprobes.internal.probe.Hub;

/** What a JVM recorded since a mark: sums, without blocks of time. Not thread-safe. */
final class MarkedTime {

    private final Map<Tag, Histogram> timed = new HashMap<>();
    private final Map<Tag, Long> untimed = new HashMap<>();
    private long startMillis = Long.MAX_VALUE;
    private long endMillis;

    /** Of what an agent answers; without rows, nothing. */
    MarkedTime(List<ReportRow> rows, List<HistogramRow> histograms) {
        rows.forEach(this::addCounts);
        histograms.forEach(this::addHistogram);
    }

    private void addCounts(ReportRow row) {
        untimed.merge(new Tag(row.probe(), row.tags(), row.outcome()), row.count() - row.timedCalls(), Long::sum);
        startMillis = Math.min(startMillis, row.startMillis());
        endMillis = Math.max(endMillis, row.endMillis());
    }

    private void addHistogram(HistogramRow row) {
        Tag tag = new Tag(row.probe(), row.tags(), row.outcome());
        if (row.probe().equals(Hub.SLOW_CALLS)) { // which is no row of a report
            untimed.put(tag, 0L);
        }
        timed.merge(tag, HistogramText.parse(row.histogram()), (one, other) -> {
            one.add(other);
            return one;
        });
    }

    /** Whether it has not all calls of another one: then it began later. */
    boolean lacks(MarkedTime other) {
        return other.timed.entrySet().stream()
                .anyMatch(each -> count(each.getKey()) < each.getValue().getTotalCount());
    }

    private long count(Tag tag) {
        return timed.containsKey(tag) ? timed.get(tag).getTotalCount() : 0;
    }

    /** A run of what was recorded before a later mark. Calls that were counted and not timed are in it, too. */
    Run run(String name, MarkedTime later, LineFilter filter) {
        Run run = Run.of(name);
        long covered = Math.max(0, Math.min(endMillis, later.startMillis) - startMillis);
        untimed.forEach((tag, all) -> {
            Histogram histogram = timed.getOrDefault(tag, new Histogram(Layout.SIGNIFICANT_DIGITS));
            Histogram after = later.timed.get(tag);
            if (after != null) {
                histogram.subtract(after);
            }
            long count = all - later.untimed.getOrDefault(tag, 0L);
            if (filter.isWanted(tag) && histogram.getTotalCount() + count > 0) {
                histogram.setStartTimeStamp(startMillis);
                histogram.setEndTimeStamp(startMillis + covered);
                run.add(tag, histogram, count);
            }
        });
        run.cover(covered);
        run.close();
        return run;
    }
}
