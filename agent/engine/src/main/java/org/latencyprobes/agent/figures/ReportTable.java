package org.latencyprobes.agent.figures;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.latencyprobes.agent.cause.CauseTotals;
import org.latencyprobes.agent.cost.CostMeasure;
import org.latencyprobes.agent.cost.NestingSums;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.protocol.figures.NestingRow;
import org.latencyprobes.agent.protocol.figures.ReportRow;
import org.latencyprobes.agent.stall.StallTimeline;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.report.Figures;
import org.latencyprobes.internal.report.PercentileBounds;

/** The table of what was recorded in some time, with a row for each probe and outcome. Stateless. */
public final class ReportTable {

    private record Row(Figures figures, Interval interval) {}

    private ReportTable() {}

    /**
     * Makes the table, with the stalls and what measuring costs below it.
     *
     * @param all what was recorded
     * @param costs measures
     * @param sinceOrNull since when it was recorded; null for the start
     * @param timeline of stalls, or null
     * @param causes of slow calls, or null where they are not asked for
     * @return an answer with tables {@code report}, the rows of a probe together, {@code stalls}, {@code causes} where they are asked for,
     *     {@code nesting} where probes have others inside, and {@code measuring}
     */
    public static Answer of(
            List<Interval> all,
            CostMeasure costs,
            Conditions.Mark sinceOrNull,
            StallTimeline timeline,
            CauseTotals causes) {
        StallsTable stalls = new StallsTable(timeline);
        CausesTable slow = new CausesTable(causes);
        List<Interval> intervals = new ArrayList<>(); // loops: to link lambdas is much of what a first report costs
        long startMillis = Long.MAX_VALUE;
        long endMillis = 0;
        for (Interval interval : all) {
            if (!stalls.add(interval) && !slow.add(interval)) {
                intervals.add(interval);
                startMillis = Math.min(startMillis, interval.startMillis());
                endMillis = Math.max(endMillis, interval.endMillis());
            }
        }
        Answer answer = new Answer().add(ReportRow.TABLE, ReportRow.class, rows(intervals));
        stalls.to(answer);
        if (causes != null) {
            slow.to(answer);
        }
        CostMeasure.Calls calls = CostMeasure.Calls.of(
                intervals,
                Math.max(0, endMillis - startMillis),
                sinceOrNull == null ? null : sinceOrNull.inPlaceCost());
        return withCosts(answer, NestingSums.of(intervals), costs.of(calls));
    }

    private static List<ReportRow> rows(List<Interval> intervals) {
        List<Row> sorted = new ArrayList<>();
        for (Interval interval : intervals) {
            sorted.add(new Row(Figures.of(interval), interval));
        }
        Comparator<Figures> order = Figures.byName();
        sorted.sort((one, other) -> order.compare(one.figures(), other.figures()));
        List<ReportRow> rows = new ArrayList<>();
        for (Row row : sorted) {
            rows.add(row(row.figures(), row.interval()));
        }
        return rows;
    }

    /** Adds what measuring costs, and before it what that adds to probes with others inside, unless none has any, as far as that is known. */
    static Answer withCosts(Answer answer, NestingSums nesting, Costs costs) {
        List<NestingRow> rows = nesting.rows(costs.callNanos(), costs.countNanos());
        if (!rows.isEmpty()) {
            answer.add(NestingRow.TABLE, NestingRow.class, rows);
        }
        return answer.add(Costs.TABLE, Costs.class, List.of(costs));
    }

    /**
     * Makes a row.
     *
     * @param figures of the interval, whose rate may be that of another time
     * @param interval what one probe recorded under one outcome
     * @return the row
     */
    public static ReportRow row(Figures figures, Interval interval) {
        return new ReportRow(
                interval.name(),
                interval.tags(),
                interval.outcome(),
                interval.kind(),
                interval.count(),
                figures.perSecond(),
                figures.totalMicros(),
                figures.meanMicros(),
                figures.micros().get(0),
                figures.micros().get(1),
                figures.micros().get(2),
                figures.micros().get(3),
                figures.micros().get(4),
                figures.maxMicros(),
                interval.startMillis(),
                interval.endMillis(),
                figures.isEstimated() ? figures.timed() : null,
                low(figures, 0),
                high(figures, 0),
                low(figures, 1),
                high(figures, 1),
                low(figures, 2),
                high(figures, 2),
                low(figures, 3),
                high(figures, 3),
                low(figures, 4),
                high(figures, 4),
                figures.isEstimated() ? figures.isUniform() : null);
    }

    /** NaN where the percentile has no confidence interval. */
    private static double low(Figures figures, int percentile) {
        PercentileBounds bounds = bounds(figures, percentile);
        return bounds == null ? Double.NaN : bounds.lowMicros();
    }

    private static double high(Figures figures, int percentile) {
        PercentileBounds bounds = bounds(figures, percentile);
        return bounds == null ? Double.NaN : bounds.highMicros();
    }

    private static PercentileBounds bounds(Figures figures, int percentile) {
        return figures.bounds().isEmpty() ? null : figures.bounds().get(percentile);
    }
}
