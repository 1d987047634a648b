package org.latencyprobes.cli.report;

import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.report.UnitFactors;

/** The table of what slow calls were slow for, as logs tell it: for each probe and cause, calls and time. For one thread. */
final class SlowTimeTable {

    /** Name of the table in an answer. */
    static final String TABLE = "slowTime";

    private static final String PROBE = "probe";
    private static final String CAUSE = "cause";

    private final Map<List<Object>, List<Row>> probes = new LinkedHashMap<>();

    private record Row(
            String probe, Map<String, String> tags, String cause, long calls, double totalus, double sharePercent) {}

    /** Adds the time that one cause took of a probe's slow calls. */
    void add(Interval interval) {
        Map<String, String> tags = new LinkedHashMap<>(interval.tags());
        String probe = tags.getOrDefault(PROBE, "");
        String cause = tags.getOrDefault(CAUSE, "");
        tags.keySet().removeAll(List.of(PROBE, CAUSE));
        double micros = interval.histogram().getMean() * interval.timed() / UnitFactors.NANOS_PER_MICRO;
        probes.computeIfAbsent(List.of(probe, tags), any -> new ArrayList<>())
                .add(new Row(probe, tags, cause, interval.count(), micros, 0));
    }

    /** Adds the table, unless there was nothing slow. */
    void to(Answer answer) {
        List<Row> all = new ArrayList<>();
        for (List<Row> rows : probes.values()) {
            double sum = rows.stream().mapToDouble(Row::totalus).sum();
            rows.stream()
                    .sorted(Comparator.comparingDouble(Row::totalus).reversed())
                    .map(row -> new Row(
                            row.probe,
                            row.tags,
                            row.cause,
                            row.calls,
                            row.totalus,
                            sum == 0 ? 0 : PERCENT * row.totalus / sum))
                    .forEach(all::add);
        }
        if (!all.isEmpty()) {
            answer.add(TABLE, Row.class, all);
        }
    }
}
