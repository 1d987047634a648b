package org.latencyprobes.cli.report;

import static org.latencyprobes.agent.protocol.Column.micros;
import static org.latencyprobes.agent.protocol.Column.number;
import static org.latencyprobes.agent.protocol.Column.text;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Column;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.report.Percentiles;

/** The table of what slow calls were slow for, as logs tell it: for each probe and cause, calls and time. For one thread. */
final class SlowTimeTable {

    /** Name of the table in an answer. */
    static final String TABLE = "slowTime";

    private static final String PROBE = "probe";
    private static final String CAUSE = "cause";
    private static final double PERCENT = 100;

    private final Map<List<String>, List<Row>> probes = new LinkedHashMap<>();

    private record Row(String cause, long calls, double nanos) {}

    /** Adds the time that one cause took of a probe's slow calls. */
    void add(Interval interval) {
        String tags = interval.tags().entrySet().stream()
                .filter(tag -> !tag.getKey().equals(PROBE) && !tag.getKey().equals(CAUSE))
                .map(tag -> tag.getKey() + '=' + tag.getValue())
                .collect(Collectors.joining(";"));
        probes.computeIfAbsent(List.of(interval.tags().getOrDefault(PROBE, ""), tags), any -> new ArrayList<>())
                .add(new Row(
                        interval.tags().getOrDefault(CAUSE, ""),
                        interval.count(),
                        interval.histogram().getMean() * interval.timed()));
    }

    /** Adds the table, unless there was nothing slow. */
    void to(Answer answer) {
        if (probes.isEmpty()) {
            return;
        }
        answer.table(
                TABLE,
                text(PROBE),
                text("tags"),
                text(CAUSE),
                number("calls"),
                micros("totalus"),
                new Column("sharePercent", Column.Type.PERCENT));
        probes.forEach((probe, rows) -> {
            double all = rows.stream().mapToDouble(Row::nanos).sum();
            rows.stream()
                    .sorted((one, other) -> Double.compare(other.nanos(), one.nanos()))
                    .forEach(row -> answer.row(
                            probe.get(0),
                            probe.get(1),
                            row.cause(),
                            row.calls(),
                            decimal(row.nanos() / Percentiles.NANOS_PER_MICRO),
                            decimal(all == 0 ? 0 : PERCENT * row.nanos() / all)));
        });
    }

    private static String decimal(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
