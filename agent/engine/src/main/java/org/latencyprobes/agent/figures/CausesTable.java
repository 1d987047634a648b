package org.latencyprobes.agent.figures;

import static org.latencyprobes.internal.report.Units.PERCENT;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.cause.Band;
import org.latencyprobes.agent.cause.CauseTotals;
import org.latencyprobes.agent.cause.ProbeCauses;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.probe.Hub;
import org.latencyprobes.internal.report.Units;

/** The table of what slow calls were slow for, with a row for each probe, band of percentiles and cause. For one thread. */
public final class CausesTable {

    private final Map<List<Object>, Row> rows = new HashMap<>();

    private static final class Row {

        private final ProbeCauses causes;
        private final Histogram lengths = new Histogram(Layout.SIGNIFICANT_DIGITS);

        Row(ProbeCauses causes) {
            this.causes = causes;
        }
    }

    /**
     * Begins a table.
     *
     * @param totals of what was explained; null for a table without rows
     */
    public CausesTable(CauseTotals totals) {
        if (totals != null) {
            totals.probes().forEach(causes -> rows.put(List.of(causes.name(), causes.tags()), new Row(causes)));
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
        answer.add(CauseShare.TABLE, CauseShare.class, shares(Band.values()));
    }

    /**
     * For people, below the table of a report.
     *
     * @return a line for each probe, not ended
     */
    public List<String> lines() {
        return CausesText.lines(shares(Band.ALL), false);
    }

    private List<CauseShare> shares(Band... wanted) {
        record OfProbe(ProbeCauses causes, List<ProbeCauses.OfBand> bands) {}
        List<OfProbe> all = new ArrayList<>();
        rows.values().forEach(row -> all.add(new OfProbe(row.causes, row.causes.bands(row.lengths, wanted))));
        all.removeIf(probe -> probe.bands().isEmpty());
        all.sort(Comparator.comparingDouble(
                        (OfProbe probe) -> -probe.bands().get(0).nanos())
                .thenComparing(probe -> probe.causes().name()));
        List<CauseShare> shares = new ArrayList<>();
        for (OfProbe probe : all) {
            for (ProbeCauses.OfBand band : probe.bands()) {
                band.causes().forEach(cause -> shares.add(share(probe.causes(), band, cause)));
            }
        }
        return shares;
    }

    private static CauseShare share(ProbeCauses probe, ProbeCauses.OfBand band, ProbeCauses.OfCause cause) {
        Map<String, Long> disturbedBy = new LinkedHashMap<>();
        band.disturbed().byKind().forEach((kind, calls) -> disturbedBy.put(kind.label(), calls));
        return new CauseShare(
                probe.name(),
                probe.tags(),
                band.band().label(),
                band.fromNanos() / Units.NANOS_PER_MICRO,
                band.calls(),
                band.explained(),
                band.nanos() / Units.NANOS_PER_MICRO,
                PERCENT * band.lost(),
                cause.cause().label(),
                cause.calls(),
                PERCENT * cause.ofCalls().estimate(),
                PERCENT * cause.ofCalls().low(),
                PERCENT * cause.ofCalls().high(),
                PERCENT * cause.ofTime().estimate(),
                PERCENT * cause.ofTime().low(),
                PERCENT * cause.ofTime().high(),
                PERCENT * cause.chance(),
                band.disturbed().calls(),
                disturbedBy);
    }
}
