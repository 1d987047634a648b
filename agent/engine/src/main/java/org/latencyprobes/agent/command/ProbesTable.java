package org.latencyprobes.agent.command;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.histogram.Interval;

/**
 * All probes that there are, with what they recorded since the start under all outcomes together: woven ones as soon as they have been
 * called, and the application's own.
 */
public final class ProbesTable {

    private static final double MEDIAN = 50;
    private static final double P99 = 99;

    private final Map<List<Object>, Row> rows = new HashMap<>();

    private static final class Row {

        private final String name;
        private final Map<String, String> tags;
        private final Map<String, Long> counts = new HashMap<>();
        private String mode = "application";
        private long abandoned;
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

        String micros(double percentile) {
            return histogram == null ? "" : Texts.micros(histogram.getValueAtPercentile(percentile));
        }

        void to(Answer answer) {
            answer.row(
                    name,
                    Texts.tags(tags),
                    mode,
                    counts.values().stream().mapToLong(Long::longValue).sum(),
                    count("error"),
                    count("cancelled"),
                    abandoned,
                    micros(MEDIAN),
                    micros(P99),
                    histogram == null ? "" : Texts.micros(worstNanos));
        }
    }

    private ProbesTable() {}

    /**
     * Makes the table.
     *
     * @param linked the woven probes
     * @param total what all probes recorded
     * @return an answer with a table {@code probes}
     */
    public static Answer of(List<Linker.Linked> linked, List<Interval> total) {
        ProbesTable table = new ProbesTable();
        for (Linker.Linked probe : linked) {
            Row row = table.row(probe.name(), probe.tags());
            row.mode = probe.on() ? "on" : "off";
            row.abandoned = probe.abandoned();
        }
        for (Interval interval : total) {
            if (!interval.isJitter()) {
                table.row(interval.name(), interval.tags()).add(interval);
            }
        }
        return table.answer();
    }

    private Row row(String name, Map<String, String> tags) {
        return rows.computeIfAbsent(List.of(name, tags), key -> new Row(name, tags));
    }

    private Answer answer() {
        Answer answer = new Answer()
                .table(
                        "probes",
                        "probe",
                        "tags",
                        "mode",
                        "count",
                        "error",
                        "cancelled",
                        "abandoned",
                        "p50us",
                        "p99us",
                        "worstus");
        List<Row> sorted = new ArrayList<>(rows.values());
        sorted.sort(Comparator.comparing((Row row) -> row.name).thenComparing(row -> Texts.tags(row.tags)));
        for (Row row : sorted) {
            row.to(answer);
        }
        return answer;
    }
}
