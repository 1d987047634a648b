package org.latencyprobes.agent;

import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.weave.WeaveLog;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.jitter.ClockCheck;
import org.latencyprobes.report.Summary;

/** The report at exit: every probe since the start, and what measuring cost. */
final class Report {

    private static final double NANOS_PER_MILLI = 1e6;

    private static final int MOST_NAMED = 20;

    private final List<Interval> intervals;
    private final ClockCheck clock;
    private final Linker linker;
    private final WeaveLog weaveLog;

    Report(List<Interval> intervals, ClockCheck clock, Linker linker, WeaveLog weaveLog) {
        this.intervals = intervals;
        this.clock = clock;
        this.linker = linker;
        this.weaveLog = weaveLog;
    }

    static String interval(List<Interval> intervals) {
        return intervals.isEmpty() ? "" : "\nlatency probes, since the last time (µs)\n" + table(intervals);
    }

    private static String table(List<Interval> intervals) {
        Summary summary = new Summary(intervals);
        StringBuilder text = new StringBuilder(summary.grid().text());
        for (String remark : summary.remarks()) {
            text.append(remark).append('\n');
        }
        return text.toString();
    }

    void print(Output output) {
        if (output.isOff()) {
            return;
        }
        StringBuilder text = new StringBuilder("\nlatency probes, since the start (µs)\n");
        text.append(intervals.isEmpty() ? "no probed method was called\n" : table(intervals));
        synchronizedProbes(text);
        for (String remark : linker.abandoned()) {
            text.append(remark).append('\n');
        }
        costs(text);
        output.print(text.toString());
    }

    private void synchronizedProbes(StringBuilder text) {
        TreeSet<String> names = new TreeSet<>();
        for (Interval interval : intervals) {
            if (!interval.isJitter() && weaveLog.leavesOutWait(interval.name())) {
                names.add(Summary.inOneLine(interval.name()));
            }
        }
        if (!names.isEmpty()) {
            text.append("without the wait for their monitor, as methods are synchronized: ")
                    .append(String.join(", ", names.stream().limit(MOST_NAMED).toList()))
                    .append(names.size() > MOST_NAMED ? " and " + (names.size() - MOST_NAMED) + " more\n" : "\n");
        }
    }

    private void costs(StringBuilder text) {
        text.append(format(
                "clock: %s, one reading %.0f ns, resolution %d ns%n",
                clock.source(), clock.readNanos(), clock.resolutionNanos()));
        CallCost cost = CallCost.measure();
        long calls = intervals.stream()
                .filter(interval -> !interval.isJitter())
                .mapToLong(Interval::count)
                .sum();
        text.append(format(
                "measuring: %.0f ns a call (the clock alone %.0f) × %,d calls = %.1f ms%s%n",
                cost.callNanos(),
                cost.clockNanos(),
                calls,
                calls * cost.callNanos() / NANOS_PER_MILLI,
                share(calls * cost.callNanos())));
        text.append(format(
                "weaving: %d %s in %d %s in %.0f ms, linking %.1f ms%s%n",
                weaveLog.probes(),
                weaveLog.probes() == 1 ? "method" : "methods",
                weaveLog.classes(),
                weaveLog.classes() == 1 ? "class" : "classes",
                weaveLog.nanos() / NANOS_PER_MILLI,
                linker.nanos() / NANOS_PER_MILLI,
                refusals()));
    }

    private String share(double costNanos) {
        long startMillis =
                intervals.stream().mapToLong(Interval::startMillis).min().orElse(0);
        long endMillis = intervals.stream().mapToLong(Interval::endMillis).max().orElse(0);
        return endMillis <= startMillis
                ? ""
                : format(", %.3f %% of one core", 100 * costNanos / NANOS_PER_MILLI / (endMillis - startMillis));
    }

    private String refusals() {
        int refusals = weaveLog.refusals() + linker.refusals();
        return refusals == 0 ? "" : format(", %d refused (see above)", refusals);
    }

    private static String format(String pattern, Object... values) {
        return String.format(Locale.ROOT, pattern, values);
    }
}
