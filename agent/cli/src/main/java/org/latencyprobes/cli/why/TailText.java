package org.latencyprobes.cli.why;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.analysis.markup.VisibleText;
import org.latencyprobes.analysis.picture.DurationText;
import org.latencyprobes.cli.why.recording.MonitorEntry;
import org.latencyprobes.explain.StallKind;
import org.latencyprobes.internal.report.PercentileBounds;

/** The summary of slow calls and their causes, for people. Stateless. */
public final class TailText {

    /** More probes are in the page. */
    private static final int MOST_PROBES = 5;

    /** Causes with less of the time are left out. */
    private static final double LEAST_SHARE = 0.005;

    private static final double PERCENT = 100;
    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS").withZone(ZoneId.systemDefault());

    private TailText() {}

    /**
     * Writes the summary.
     *
     * @param report what was found
     * @param hasPage whether a page is written, too
     * @return lines, not ended
     */
    public static List<String> lines(TailReport report, boolean hasPage) {
        List<String> lines = new ArrayList<>();
        List<ProbeTail> shown = report.tails().stream()
                .filter(tail -> tail.isCounted() || !tail.splits().isEmpty())
                .toList();
        shown.stream().limit(MOST_PROBES).forEach(tail -> {
            lines.addAll(lines(report, tail));
            lines.add("");
        });
        if (lines.isEmpty()) {
            lines.add("no call of a probe in this time");
        }
        int more = shown.size() - MOST_PROBES;
        if (more > 0) {
            lines.add(Plural.of(more, "more probe", "more probes")
                    + (hasPage ? " in the page and in -o json" : " in -o json"));
        }
        lines.addAll(report.remarks());
        return lines.stream().map(VisibleText::of).toList(); // names of threads are any text
    }

    private static List<String> lines(TailReport report, ProbeTail tail) {
        List<String> lines = new ArrayList<>();
        lines.add(figures(tail));
        if (!tail.entries().isEmpty()) {
            lines.add(entries(tail.entries()));
        }
        if (tail.splits().isEmpty()) {
            lines.add(tail.nothingKept());
            return lines;
        }
        lines.add("why " + band(tail) + ":");
        for (ProbeTail.CauseSum cause : tail.causes()) {
            if (cause.nanos() >= LEAST_SHARE * tail.totalNanos()) {
                lines.add(line(report, tail, cause));
                cause.details().stream().skip(1).forEach(detail -> lines.add(String.format("  %-26s %s", "", detail)));
            }
        }
        String chance = tail.chance().entrySet().stream()
                .filter(cause -> cause.getValue() >= LEAST_SHARE)
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .map(cause -> cause.getKey() + ' ' + Math.round(PERCENT * cause.getValue()) + " %")
                .collect(Collectors.joining(", "));
        lines.add("  coincidence would give "
                + (report.subject().isRecording() ? "the recording's pauses: " : "stalls of the JVM: ")
                + (chance.isEmpty() ? "less than 1 %" : chance));
        lines.addAll(report.circumstances(tail));
        lines.add(slowest(report, tail.splits().get(0)));
        return lines;
    }

    static String figures(ProbeTail tail) {
        Histogram histogram = tail.histogram();
        String name = tail.key().title();
        if (!tail.isCounted()) {
            return name + "   calls n/a   p50 n/a  p99 n/a  p99.9 n/a  max "
                    + (tail.splits().isEmpty() ? "n/a" : DurationText.of(tail.maxNanos()));
        }
        return String.format(
                Locale.ROOT,
                "%s   %,d calls   p50 %s  p99 %s  p99.9 %s  max %s",
                name,
                histogram.getTotalCount(),
                percentile(histogram, 50),
                percentile(histogram, 99),
                percentile(histogram, 99.9),
                DurationText.of(tail.maxNanos()));
    }

    /** As in reports, one that too few calls are beyond is not told. */
    private static String percentile(Histogram histogram, double percentile) {
        return PercentileBounds.isSupported(histogram.getTotalCount(), percentile)
                ? DurationText.of(histogram.getValueAtPercentile(percentile))
                : "–";
    }

    static String band(ProbeTail tail) {
        long kept = tail.splits().size();
        return tail.band() + " ("
                + (kept == tail.beyond()
                        ? Plural.of(kept, "call", "calls")
                        : String.format(Locale.ROOT, "%,d of some %,d calls were kept", kept, tail.beyond()))
                + ", " + DurationText.of(tail.totalNanos()) + ')';
    }

    private static String line(TailReport report, ProbeTail tail, ProbeTail.CauseSum cause) {
        return String.format(
                        Locale.ROOT,
                        "  %3d %%  %-20s %s",
                        Math.round(PERCENT * cause.nanos() / tail.totalNanos()),
                        cause.cause(),
                        words(report, tail, cause))
                .stripTrailing();
    }

    /** What is known of a cause. */
    static String words(TailReport report, ProbeTail tail, ProbeTail.CauseSum cause) {
        List<String> parts = new ArrayList<>();
        cause.details().stream().limit(1).forEach(parts::add);
        if (cause.calls() > 0) {
            parts.add(String.format(
                    Locale.ROOT,
                    "main cause of %,d of %s",
                    cause.calls(),
                    Plural.of(tail.splits().size(), "call", "calls")));
        }
        if (cause.cause().equals(StallKind.GC.label())
                && report.evidence().deep() != null
                && !report.evidence().deep().mostAllocation().isEmpty()) {
            parts.add("most allocation in " + report.evidence().deep().mostAllocation());
        }
        return String.join("; ", parts);
    }

    static String entries(List<MonitorEntry> entries) {
        long nanos = entries.stream().mapToLong(entry -> entry.waited().nanos()).sum();
        return "waits for its monitor before the call, not in these figures: "
                + Plural.of(entries.size(), "call", "calls") + ", " + DurationText.of(nanos);
    }

    static String slowest(TailReport report, CallSplit split) {
        SingleCall call = split.call();
        return "slowest: " + DurationText.of(call.nanos()) + " at "
                + MOMENT.format(Instant.ofEpochMilli(report.wallMillis(call.startNanos()))) + ", "
                + (call.isVirtual() ? "" : "thread ") + thread(call) + ": " + parts(split.nanos());
    }

    /** With the trace, where there is one. */
    static String thread(SingleCall call) {
        return call.thread() + (call.trace().isEmpty() ? "" : ", trace " + call.trace());
    }

    static String parts(Map<String, Long> nanos) {
        return nanos.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(part -> part.getKey() + ' ' + DurationText.of(part.getValue()))
                .collect(Collectors.joining(", "));
    }
}
