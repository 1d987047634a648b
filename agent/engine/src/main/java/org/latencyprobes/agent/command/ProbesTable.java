package org.latencyprobes.agent.command;

import static org.latencyprobes.agent.control.Column.micros;
import static org.latencyprobes.agent.control.Column.number;
import static org.latencyprobes.agent.control.Column.text;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.Column;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.select.Explanation;
import org.latencyprobes.histogram.Interval;

/**
 * All probes that there are, with what they recorded since the start under all outcomes together: woven ones as soon as they have been
 * called, and the application's own.
 */
public final class ProbesTable {

    private static final Column[] COLUMNS = {
        text("probe"),
        text("tags"),
        text("mode"),
        number("count"),
        number("error"),
        number("cancelled"),
        number("abandoned"),
        micros("totalus"),
        micros("meanus"),
        micros("p50us"),
        micros("p99us"),
        micros("worstus"),
        text("remark")
    };
    private static final double MEDIAN = 50;
    private static final double P99 = 99;
    private static final double NANOS_PER_MICRO = 1_000;

    private final Map<List<Object>, Row> rows = new HashMap<>();

    private static final class Row {

        private final String name;
        private final Map<String, String> tags;
        private final Map<String, Long> counts = new HashMap<>();
        private String mode = "application";
        private long abandoned;
        private String remark = "";
        private Histogram histogram;
        private long worstNanos;

        Row(String name, Map<String, String> tags) {
            this.name = name;
            this.tags = tags;
        }

        void add(Interval interval) {
            counts.merge(interval.outcome(), interval.count(), Long::sum);
            worstNanos = Math.max(worstNanos, interval.worstNanos());
            if (histogram == null) {
                histogram = interval.histogram();
            } else {
                histogram.add(interval.histogram());
            }
        }

        long count(String outcome) {
            return counts.getOrDefault(outcome, 0L);
        }

        String percentileMicros(double percentile) {
            return histogram == null
                    ? ""
                    : Texts.micros(Math.min(worstNanos, histogram.getValueAtPercentile(percentile)));
        }

        private long count() {
            return counts.values().stream().mapToLong(Long::longValue).sum();
        }

        void to(Answer answer) {
            boolean isCalled = histogram != null && histogram.getTotalCount() > 0;
            double meanNanos = isCalled ? Math.min(worstNanos, histogram.getMean()) : 0;
            answer.row(
                    name,
                    Texts.tags(tags),
                    mode,
                    count(),
                    count("error"),
                    count("cancelled"),
                    abandoned,
                    isCalled ? Texts.decimal(meanNanos * histogram.getTotalCount() / NANOS_PER_MICRO) : "",
                    isCalled ? Texts.decimal(meanNanos / NANOS_PER_MICRO) : "",
                    percentileMicros(MEDIAN),
                    percentileMicros(P99),
                    histogram == null ? "" : Texts.micros(worstNanos),
                    remark);
        }
    }

    private ProbesTable() {}

    /**
     * Makes the table.
     *
     * @param linked the woven probes
     * @param total what all probes recorded
     * @param costs measures
     * @param withoutWait whether a probe, by its name, leaves out the wait for the monitor of a synchronized method
     * @return an answer with tables {@code probes} and {@code measuring}
     */
    public static Answer of(
            List<Linker.Linked> linked, List<Interval> total, Costs.Measure costs, Predicate<String> withoutWait) {
        ProbesTable table = new ProbesTable();
        for (Linker.Linked probe : linked) {
            Row row = table.row(probe.name(), probe.tags());
            row.mode = probe.mode().toString();
            row.abandoned = probe.abandoned();
            row.remark = withoutWait.test(probe.name()) ? Explanation.WITHOUT_WAIT : "";
        }
        for (Interval interval : total) {
            if (!interval.isJitter()) {
                table.row(interval.name(), interval.tags()).add(interval);
            }
        }
        long calls = table.rows.values().stream().mapToLong(Row::count).sum();
        return costs.of(calls, 0).to(table.answer());
    }

    private Row row(String name, Map<String, String> tags) {
        return rows.computeIfAbsent(List.of(name, tags), key -> new Row(name, tags));
    }

    private Answer answer() {
        Answer answer = new Answer().table("probes", COLUMNS);
        List<Row> sorted = new ArrayList<>(rows.values());
        sorted.sort(Comparator.comparing((Row row) -> row.name).thenComparing(row -> Texts.tags(row.tags)));
        for (Row row : sorted) {
            row.to(answer);
        }
        return answer;
    }
}
