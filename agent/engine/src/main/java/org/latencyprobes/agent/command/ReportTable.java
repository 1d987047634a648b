package org.latencyprobes.agent.command;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.report.Percentiles;

/** What was recorded in some time, as a table in µs: a row for each probe and outcome. For one thread. */
public final class ReportTable {

    private static final List<String> COLUMNS = List.of(
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
            "endMillis");
    private static final DateTimeFormatter MOMENT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    private final Answer answer;
    private final boolean hasTimes;

    /**
     * Begins a table {@code report} of rows that are added one by one.
     *
     * @param answer gets the table
     * @param hasTimes whether rows differ in their time, which then stands before them
     */
    public ReportTable(Answer answer, boolean hasTimes) {
        this.answer = answer;
        this.hasTimes = hasTimes;
        List<String> columns = new ArrayList<>(hasTimes ? List.of("start") : List.of());
        columns.addAll(COLUMNS);
        answer.table("report", columns.toArray(new String[0]));
    }

    /**
     * Makes the table.
     *
     * @param intervals what was recorded
     * @return an answer with a table {@code report}
     */
    public static Answer of(List<Interval> intervals) {
        Answer answer = new Answer();
        ReportTable table = new ReportTable(answer, false);
        intervals.forEach(table::add);
        return answer;
    }

    /**
     * Adds a row.
     *
     * @param interval what one probe recorded under one outcome
     */
    public void add(Interval interval) {
        add(interval, interval.perSecond());
    }

    /**
     * Adds a row whose rate is that of another time than the interval's.
     *
     * @param interval what one probe recorded under one outcome
     * @param perSecond calls per second
     */
    public void add(Interval interval, double perSecond) {
        List<Object> cells = new ArrayList<>(hasTimes ? List.of(moment(interval.startMillis())) : List.of());
        cells.addAll(List.of(
                interval.name(),
                Texts.tags(interval.tags()),
                interval.outcome(),
                interval.kind(),
                interval.count(),
                Texts.decimal(perSecond)));
        for (double percentile : Percentiles.SHOWN) {
            cells.add(Texts.micros(interval.histogram().getValueAtPercentile(percentile)));
        }
        cells.addAll(List.of(Texts.micros(interval.worstNanos()), interval.startMillis(), interval.endMillis()));
        answer.row(cells.toArray());
    }

    private static String moment(long millis) {
        return MOMENT.format(LocalDateTime.ofInstant(Instant.ofEpochMilli(millis), ZoneId.systemDefault()));
    }
}
