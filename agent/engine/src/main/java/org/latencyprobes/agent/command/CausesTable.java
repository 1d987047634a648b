package org.latencyprobes.agent.command;

import org.latencyprobes.agent.protocol.Texts;

import static org.latencyprobes.agent.protocol.Column.micros;
import static org.latencyprobes.agent.protocol.Column.number;
import static org.latencyprobes.agent.protocol.Column.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.cause.CauseTotals;
import org.latencyprobes.agent.cause.ProbeCauses;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;
import org.latencyprobes.counts.Layout;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.probe.Hub;

/** The table of what slow calls were slow for, with a row for each probe, band of percentiles and cause. For one thread. */
public final class CausesTable {

    /** Name of the table in an answer. */
    public static final String TABLE = "causes";

    private static final Column[] COLUMNS = {
        text("probe"),
        text("tags"),
        text("band"),
        micros("fromus"),
        number("calls"),
        number("explained"),
        micros("aboveus"),
        text("cause"),
        number("causeCalls"),
        new Column("sharePercent", Column.Type.PERCENT),
        new Column("chancePercent", Column.Type.PERCENT),
        number("disturbed"),
        text("disturbedBy")
    };
    private static final double PERCENT = 100;

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
     * Adds the table to an answer, the probes with the most time above their medians first.
     *
     * @param answer gets it
     */
    public void to(Answer answer) {
        answer.table(TABLE, COLUMNS);
        record OfProbe(ProbeCauses causes, List<ProbeCauses.OfBand> bands) {}
        List<OfProbe> all = new ArrayList<>();
        rows.values().forEach(row -> all.add(new OfProbe(row.causes, row.causes.bands(row.lengths))));
        all.removeIf(probe -> probe.bands().isEmpty());
        all.sort(Comparator.comparingDouble(
                        (OfProbe probe) -> -probe.bands().get(0).aboveNanos())
                .thenComparing(probe -> probe.causes().name()));
        for (OfProbe probe : all) {
            for (ProbeCauses.OfBand band : probe.bands()) {
                band.causes().forEach(cause -> row(answer, probe.causes(), band, cause));
            }
        }
    }

    /**
     * For people, below the table of a report.
     *
     * @return a line for each probe, not ended
     */
    public List<String> lines() {
        Answer answer = new Answer();
        to(answer);
        return CausesText.lines(answer.tables().get(0).rows(), false);
    }

    private static void row(Answer answer, ProbeCauses probe, ProbeCauses.OfBand band, ProbeCauses.OfCause cause) {
        answer.row(
                probe.name(),
                Texts.tags(probe.tags()),
                band.band().label(),
                Texts.micros(band.fromNanos()),
                band.calls(),
                band.explained(),
                Texts.micros(band.aboveNanos()),
                cause.cause().label(),
                cause.calls(),
                Texts.decimal(PERCENT * cause.share()),
                Texts.decimal(PERCENT * cause.chance()),
                band.disturbed().calls(),
                disturbedBy(band.disturbed()));
    }

    private static String disturbedBy(ProbeCauses.Disturbed disturbed) {
        List<String> parts = new ArrayList<>();
        disturbed.byKind().forEach((kind, calls) -> parts.add(kind.label() + '=' + calls));
        return String.join(";", parts);
    }
}
