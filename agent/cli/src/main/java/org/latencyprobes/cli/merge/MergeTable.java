package org.latencyprobes.cli.merge;

import static org.latencyprobes.internal.report.UnitFactors.MILLIS_PER_SECOND;
import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_MICRO;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.figures.ReportTable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.codec.Column;
import org.latencyprobes.agent.protocol.codec.Table;
import org.latencyprobes.agent.protocol.codec.UtcTime;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.cli.logs.HistogramSum;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.counts.Nesting;
import org.latencyprobes.internal.histogram.Tag;
import org.latencyprobes.internal.report.Figures;

/**
 * The table of the sums, with the columns of {@code report}. A log does not hold the exact longest; the table shows the upper edge of its
 * bucket. Rates refer to the time that the logs cover, in which a probe may have been silent. Stateless.
 */
public final class MergeTable {

    private MergeTable() {}

    /**
     * Adds the table to an answer.
     *
     * @param rows of the sums
     * @param hasTimes whether each row has the start of its period before it
     */
    static void to(Answer answer, List<ReportRow> rows, boolean hasTimes) {
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
     * @param sum with its times
     * @param coveredMillis the time that the logs cover, in ms
     * @return the row
     */
    public static ReportRow row(Tag tag, HistogramSum sum, long coveredMillis) {
        Interval interval = interval(tag, sum);
        double perSecond = coveredMillis == 0 ? 0 : interval.count() * MILLIS_PER_SECOND / coveredMillis;
        Figures figures = Figures.of(interval, perSecond);
        double timedNanos = sum.total().getMean() * sum.total().getTotalCount();
        return ReportTable.row(
                sum.untimed().calls() == 0
                        ? figures
                        : figures.withTotal((timedNanos + sum.untimed().nanos()) / NANOS_PER_MICRO),
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
     * @param sum with its times; not copied
     * @return an interval whose longest is the upper edge of its sub-bucket
     */
    public static Interval interval(Tag tag, HistogramSum sum) {
        Histogram histogram = sum.total();
        return new Interval(
                name(tag),
                tag.tags(),
                tag.outcome(),
                LineFilter.isJitter(tag.name()) ? "jitter" : "probe",
                "",
                histogram.getStartTimeStamp(),
                histogram.getEndTimeStamp(),
                histogram.getMaxValue(),
                0,
                0,
                0,
                sum.untimed().calls(),
                sum.untimed().calls() == 0, // lines may be of different modes
                Nesting.NONE,
                histogram);
    }
}
