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
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.analysis.markup.VisibleText;
import org.latencyprobes.cli.why.band.BandFigures;
import org.latencyprobes.cli.why.recording.MonitorEntry;
import org.latencyprobes.explain.Span;
import org.latencyprobes.internal.report.PercentileBounds;

/** The summary of slow calls and their causes, for people. Stateless. */
public final class WhyText {

    /** More probes are in the page. */
    private static final int MOST_PROBES = 5;

    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("HH:mm:ss.SSS z", Locale.ROOT).withZone(ZoneId.systemDefault());

    private WhyText() {}

    /**
     * Writes the summary.
     *
     * @param report what was found
     * @param hasPage whether a page is written, too
     * @param columns how long lines may be, as far as words allow; those of a table are never longer than {@link BandText#COLUMNS}
     * @return lines, not ended
     */
    public static List<String> lines(WhyReport report, boolean hasPage, int columns) {
        List<String> lines = new ArrayList<>();
        List<ProbeTail> shown = report.tails().stream()
                .filter(tail -> tail.isCounted() || !tail.splits().isEmpty())
                .toList();
        shown.stream().limit(MOST_PROBES).forEach(tail -> {
            lines.addAll(lines(report, tail, Math.min(columns, BandText.COLUMNS)));
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
        return lines.stream()
                .map(VisibleText::of) // names of threads are any text
                .flatMap(line -> BandText.wrapped("", line, columns).stream())
                .toList();
    }

    private static List<String> lines(WhyReport report, ProbeTail tail, int columns) {
        List<String> lines = new ArrayList<>();
        lines.add(figures(tail, report.observed()));
        if (!tail.entries().isEmpty()) {
            lines.add(entries(tail.entries()));
        }
        if (tail.splits().isEmpty()) {
            lines.add(tail.nothingKept());
            return lines;
        }
        lines.add("why " + band(tail) + ":");
        BandText band = new BandText(report, tail);
        lines.addAll(band.table(columns));
        lines.addAll(band.without());
        if (!tail.figures().isListed()) {
            lines.addAll(BandText.wrapped("", slowest(report, tail.splits().get(0)), columns));
        }
        lines.addAll(band.cautions());
        return lines;
    }

    /** The first line: what is known without any explanation. */
    static String figures(ProbeTail tail, Span observed) {
        Histogram histogram = tail.histogram();
        String name = tail.key().title();
        if (!tail.isCounted()) {
            return name + "   calls n/a   p50 n/a   p99 n/a   p99.9 n/a   max "
                    + (tail.splits().isEmpty() ? "n/a" : DurationText.of(tail.maxNanos()));
        }
        return String.format(
                Locale.ROOT,
                "%s   %,d %s in %s   p50 %s   p99 %s   p99.9 %s   max %s",
                name,
                histogram.getTotalCount(),
                histogram.getTotalCount() == 1 ? "call" : "calls",
                DurationText.of(observed.nanos()),
                percentile(tail, 50),
                percentile(tail, 99),
                percentile(tail, 99.9),
                DurationText.of(tail.maxNanos()));
    }

    /** As in reports, one that too few calls are beyond is not told. */
    private static String percentile(ProbeTail tail, double percentile) {
        return PercentileBounds.isSupported(tail.histogram().getTotalCount(), percentile)
                ? DurationText.of(tail.percentileNanos(percentile))
                : "–";
    }

    /** Which calls are explained, and how many of them were looked at. */
    static String band(ProbeTail tail) {
        BandFigures figures = tail.figures();
        String calls = Plural.of(figures.beyond(), "call", "calls");
        if (figures.band().percentile() > 0) {
            calls += " beyond it";
        }
        String looked = figures.lookedAt() >= figures.beyond()
                ? figures.beyond() == 1 ? "looked at" : "all looked at"
                : String.format(Locale.ROOT, "%,d of them looked at", figures.lookedAt());
        String name = tail.isCounted() ? figures.band().name() : "the calls that were recorded";
        return name + " (" + calls + "; " + looked + ')';
    }

    static String entries(List<MonitorEntry> entries) {
        long nanos = entries.stream().mapToLong(entry -> entry.waited().nanos()).sum();
        return "waits for its monitor before the call, not in these figures: "
                + Plural.of(entries.size(), "call", "calls") + ", " + DurationText.of(nanos);
    }

    static String slowest(WhyReport report, CallSplit split) {
        return "slowest  " + single(report, split);
    }

    /** One call: how long, when, on which thread, and why. */
    static String single(WhyReport report, CallSplit split) {
        SingleCall call = split.call();
        return DurationText.of(call.nanos()) + "  "
                + MOMENT.format(Instant.ofEpochMilli(report.wallMillis(call.startNanos()))) + "  " + thread(call)
                + ": " + parts(split.nanos());
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
