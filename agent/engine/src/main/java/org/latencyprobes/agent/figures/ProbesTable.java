package org.latencyprobes.agent.figures;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.cost.CostMeasure;
import org.latencyprobes.agent.cost.NestingSums;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.figures.ProbeRow;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.report.Figures;
import org.latencyprobes.internal.report.Percentiles;

/**
 * The table of all probes, with what each recorded since the start under all outcomes together: woven probes once they have been called,
 * and the application's own.
 */
public final class ProbesTable {

    private static final int DIGITS = 2; // as those of an interval
    private static final int MEDIAN = Percentiles.SHOWN.indexOf(50.0);
    private static final int P99 = Percentiles.SHOWN.indexOf(99.0);

    private final Map<List<Object>, Row> rows = new HashMap<>();

    private static final class Row {

        private final Map<String, Long> counts = new HashMap<>();
        private long abandoned;
        private String remark = "";
        private Interval sum;
        private Figures figures;

        Row(String name, Map<String, String> tags) {
            sum = Interval.of(name, tags, "", "probe", 0, new Histogram(DIGITS));
        }

        void add(Interval interval) {
            counts.merge(interval.outcome(), interval.count(), Long::sum);
            sum.histogram().add(interval.histogram());
            sum = new Interval(
                    sum.name(),
                    sum.tags(),
                    sum.outcome(),
                    sum.kind(),
                    sum.owner(),
                    0,
                    0,
                    Math.max(sum.maxNanos(), interval.maxNanos()),
                    0,
                    0,
                    sum.unplaced() + interval.unplaced(),
                    sum.untimed() + interval.untimed(),
                    sum.isUniform() && interval.isUniform(),
                    sum.nesting().plus(interval.nesting()),
                    sum.histogram());
        }

        long count(String outcome) {
            return counts.getOrDefault(outcome, 0L);
        }

        ProbeRow probe(ProbeModes modes) {
            boolean isCalled = figures.count() > 0;
            return new ProbeRow(
                    sum.name(),
                    sum.tags(),
                    modes.of(sum.name(), sum.tags()),
                    figures.count(),
                    count("error"),
                    count("cancelled"),
                    abandoned,
                    isCalled ? figures.totalMicros() : Double.NaN,
                    isCalled ? figures.meanMicros() : Double.NaN,
                    isCalled ? figures.micros().get(MEDIAN) : Double.NaN,
                    isCalled ? figures.micros().get(P99) : Double.NaN,
                    isCalled ? figures.maxMicros() : Double.NaN,
                    remark,
                    figures.isEstimated() ? figures.timed() : null);
        }
    }

    private ProbesTable() {}

    /**
     * Makes the table.
     *
     * @param linked the probes that are woven, or were
     * @param modes theirs
     * @param total what all probes recorded
     * @param costs measures
     * @param withoutWait whether a probe, by its name, leaves out the wait for the monitor of a synchronized method
     * @return an answer with tables {@code probes}, {@code nesting} where probes have others inside, and {@code measuring}
     */
    public static Answer of(
            List<Linker.Linked> linked,
            ProbeModes modes,
            List<Interval> total,
            CostMeasure costs,
            Predicate<String> withoutWait) {
        ProbesTable table = new ProbesTable();
        for (Linker.Linked probe : linked) {
            Row row = table.row(probe.name(), probe.tags());
            row.abandoned = probe.abandoned();
            row.remark = withoutWait.test(probe.name()) ? MethodExplanation.WITHOUT_WAIT : "";
        }
        for (Interval interval : total) {
            if (interval.isCalls()) {
                table.row(interval.name(), interval.tags()).add(interval);
            }
        }
        Answer answer = new Answer().add(ProbeRow.TABLE, ProbeRow.class, table.probes(modes));
        return ReportTable.withCosts(answer, NestingSums.of(total), costs.of(CostMeasure.Calls.of(total, 0, null)));
    }

    private Row row(String name, Map<String, String> tags) {
        return rows.computeIfAbsent(List.of(name, tags), key -> new Row(name, tags));
    }

    private List<ProbeRow> probes(ProbeModes modes) {
        for (Row row : rows.values()) {
            row.figures = Figures.of(row.sum);
        }
        return rows.values().stream()
                .sorted(Comparator.comparing(row -> row.figures, Figures.byName()))
                .map(row -> row.probe(modes))
                .toList();
    }
}
