package org.latencyprobes.agent.command;

import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.report.Percentiles;

/** What was recorded in some time, as a table in µs: a row for each probe and outcome. */
public final class ReportTable {

    private static final String[] COLUMNS = {
        "probe",
        "tags",
        "outcome",
        "kind",
        "count",
        "perSecond",
        "p50us",
        "p90us",
        "p99us",
        "p999us",
        "p9999us",
        "worstus",
        "startMillis",
        "endMillis"
    };

    private ReportTable() {}

    /**
     * Makes the table.
     *
     * @param intervals what was recorded
     * @return an answer with a table {@code report}
     */
    public static Answer of(List<Interval> intervals) {
        Answer answer = new Answer().table("report", COLUMNS);
        for (Interval interval : intervals) {
            List<Object> cells = new ArrayList<>(List.of(
                    interval.name(),
                    Texts.tags(interval.tags()),
                    interval.outcome(),
                    interval.kind(),
                    interval.count(),
                    Texts.decimal(interval.perSecond())));
            for (double percentile : Percentiles.SHOWN) {
                cells.add(Texts.micros(interval.histogram().getValueAtPercentile(percentile)));
            }
            cells.addAll(List.of(Texts.micros(interval.worstNanos()), interval.startMillis(), interval.endMillis()));
            answer.row(cells.toArray());
        }
        return answer;
    }
}
