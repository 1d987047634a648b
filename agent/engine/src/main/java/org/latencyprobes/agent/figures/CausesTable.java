package org.latencyprobes.agent.figures;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.cause.CauseTotals;
import org.latencyprobes.agent.cause.PercentileBand;
import org.latencyprobes.agent.cause.ProbeCauses;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.probe.Hub;

/** The table of what slow calls were slow for, with a row for each probe, band of percentiles and cause. For one thread. */
public final class CausesTable {

    private final Map<List<Object>, Row> rows = new HashMap<>();

    private record Row(ProbeCauses causes, Histogram lengths) {}

    /**
     * Begins a table.
     *
     * @param totals of what was explained; null for a table without rows
     */
    public CausesTable(CauseTotals totals) {
        if (totals != null) {
            totals.probes()
                    .forEach(causes -> rows.put(
                            List.of(causes.name(), causes.tags()),
                            new Row(causes, new Histogram(Layout.SIGNIFICANT_DIGITS))));
        }
    }

    /**
     * Adds the lengths of a probe's calls, from which the bands come.
     *
     * @param interval what a probe recorded
     * @return true where it is no row of a report: it holds the time of slow calls by cause
     */
    public boolean add(Interval interval) {
        if (!interval.isCalls()) {
            return interval.isJitter() && interval.name().equals(Hub.SLOW_CALLS);
        }
        Row row = rows.get(List.of(interval.name(), interval.tags()));
        if (row != null) {
            row.lengths.add(interval.histogram());
        }
        return false;
    }

    /**
     * Adds the table to an answer, the probes with the most time first.
     *
     * @param answer gets it
     */
    public void to(Answer answer) {
        answer.add(CauseShare.TABLE, CauseShare.class, shares(PercentileBand.values()));
    }

    /**
     * For people, below the table of a report.
     *
     * @return a line for each probe, not ended
     */
    public List<String> lines() {
        return CausesText.lines(shares(PercentileBand.ALL), false);
    }

    private List<CauseShare> shares(PercentileBand... wanted) {
        return rows.values().stream()
                .map(row -> row.causes.shares(row.lengths, wanted))
                .filter(ofProbe -> !ofProbe.isEmpty())
                .sorted(Comparator.comparingDouble(
                                (List<CauseShare> ofProbe) -> -ofProbe.get(0).timeus())
                        .thenComparing(ofProbe -> ofProbe.get(0).probe()))
                .flatMap(List::stream)
                .toList();
    }
}
