package org.latencyprobes.cli.merge;

import static org.latencyprobes.internal.report.UnitFactors.MILLIS_PER_SECOND;
import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_MICRO;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.figures.ReportTable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.codec.Column;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.agent.protocol.codec.UtcTime;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.cli.logs.Untimed;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.counts.Nesting;
import org.latencyprobes.internal.histogram.Tag;
import org.latencyprobes.internal.report.Figures;

/**
 * The table of the sums, with the columns of {@code report}. A log does not hold the exact longest; the table shows the upper edge of its
 * bucket. Rates refer to the time that the logs cover, in which a probe may have been silent.
 */
public final class MergeTable implements LogMerge.Target {

    private static final String JITTER = "jitter";

    private final List<ReportRow> rows = new ArrayList<>();

    /** Begins the table. */
    MergeTable() {}

    @Override
    public void line(Tag tag, Histogram histogram, Untimed untimed, long coveredMillis) {
        rows.add(row(tag, histogram, untimed, coveredMillis));
    }

    /**
     * Adds the table to an answer.
     *
     * @param hasTimes whether each row has the start of its period before it
     */
    void to(Answer answer, boolean hasTimes) {
        Table table = Table.of(ReportRow.TABLE, ReportRow.class, rows);
        answer.tables().add(table);
        if (hasTimes) {
            table.columns().add(0, Column.text("start"));
            for (int i = 0; i < rows.size(); i++) {
                table.values().get(i).add(0, UtcTime.ofSecond(rows.get(i).startMillis()));
            }
        }
    }

    /**
     * The row of a sum.
     *
     * @param tag the probe, tags and outcome
     * @param histogram the sum, with its times
     * @param untimed the calls that were not timed
     * @param coveredMillis the time that the logs cover, in ms
     * @return the row
     */
    public static ReportRow row(Tag tag, Histogram histogram, Untimed untimed, long coveredMillis) {
        Interval interval = interval(tag, histogram, untimed);
        double perSecond = coveredMillis == 0 ? 0 : interval.count() * MILLIS_PER_SECOND / coveredMillis;
        Figures figures = Figures.of(interval, perSecond);
        double timedNanos = histogram.getMean() * histogram.getTotalCount();
        return ReportTable.row(
                untimed.calls() == 0 ? figures : figures.withTotal((timedNanos + untimed.nanos()) / NANOS_PER_MICRO),
                interval);
    }

    /**
     * The name of a probe for people.
     *
     * @param tag of its lines
     * @return another text where it has none
     */
    public static String name(Tag tag) {
        return tag.name().isEmpty() ? "(no tag)" : tag.name();
    }

    /**
     * A sum as the interval that it is of.
     *
     * @param tag the probe, tags and outcome
     * @param histogram the sum, with its times; not copied
     * @param untimed the calls that were not timed
     * @return an interval whose longest is the upper edge of its bucket
     */
    public static Interval interval(Tag tag, Histogram histogram, Untimed untimed) {
        return new Interval(
                name(tag),
                tag.tags(),
                tag.outcome(),
                tag.name().startsWith(JITTER + '.') ? JITTER : "probe",
                "",
                histogram.getStartTimeStamp(),
                histogram.getEndTimeStamp(),
                histogram.getMaxValue(),
                0,
                0,
                0,
                untimed.calls(),
                untimed.calls() == 0, // lines may be of different modes
                Nesting.NONE,
                histogram);
    }
}
