package org.latencyprobes.cli.why;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.analysis.markup.VisibleText;
import org.latencyprobes.analysis.page.PageTable;
import org.latencyprobes.analysis.page.ReportPage;
import org.latencyprobes.analysis.picture.DurationText;
import org.latencyprobes.analysis.picture.PercentileCurve;
import org.latencyprobes.analysis.picture.SpectrumPicture;
import org.latencyprobes.analysis.picture.TimePicture;
import org.latencyprobes.analysis.picture.TimelinePicture;
import org.latencyprobes.analysis.picture.WaterfallPicture;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.StallKind;

/** The page about slow calls and their causes: one HTML file. Stateless. */
public final class TailPage {

    private static final int MOST_PROBES = 50;
    private static final int MOST_CALLS = 50;

    /** Of all probes together: a page that is sent must not be too large. */
    private static final int MOST_STACKS = 10;

    private static final ZoneId ZONE = ZoneId.systemDefault();
    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZONE);
    private static final DateTimeFormatter SHORT_ZONE =
            DateTimeFormatter.ofPattern("z", Locale.ROOT).withZone(ZONE);

    private TailPage() {}

    /**
     * Writes the page.
     *
     * @param report what was found
     * @return HTML, to be kept in UTF-8
     */
    public static String html(TailReport report) {
        ReportPage page = new ReportPage(
                        "Why the tail is long: " + report.subject().title())
                .fact("Time", moment(report.startMillis()) + ' ' + zone(report) + ", for " + length(report))
                .fact(
                        "Waits of threads",
                        report.evidence().deep() == null ? "not recorded" : "recorded by Flight Recorder");
        report.remarks().forEach(remark -> page.fact("Remark", remark));
        Set<SingleCall> captured = captured(report);
        report.tails().stream().limit(MOST_PROBES).forEach(tail -> {
            section(page, report, tail);
            tail.splits().stream()
                    .map(CallSplit::call)
                    .filter(captured::contains)
                    .forEach(call -> page.folded(
                            "Stack of the call of " + DurationText.of(call.nanos()) + " at " + moment(report, call)
                                    + ", thread " + VisibleText.of(call.threadName()) + ", while it was in flight",
                            VisibleText.ofLines(String.join("\n", call.stack()))));
        });
        int more = report.tails().size() - MOST_PROBES;
        if (more > 0) {
            page.section("More probes")
                    .paragraph(more + " probes with less time in slow calls are in the output of -o json.");
        }
        return page.data(data(report)).html();
    }

    /** The slowest calls whose stack was captured. */
    private static Set<SingleCall> captured(TailReport report) {
        return report.tails().stream()
                .limit(MOST_PROBES)
                .flatMap(tail -> tail.splits().stream())
                .map(CallSplit::call)
                .filter(call -> !call.stack().isEmpty())
                .sorted(Comparator.comparingLong(SingleCall::nanos).reversed())
                .limit(MOST_STACKS)
                .collect(Collectors.toSet());
    }

    private static String moment(TailReport report, SingleCall call) {
        return moment(report.wallMillis(call.startNanos()));
    }

    /** In the zone of the command, as in its text. */
    private static String moment(long millis) {
        return MOMENT.format(Instant.ofEpochMilli(millis));
    }

    private static String zone(TailReport report) {
        String zone = SHORT_ZONE.format(Instant.ofEpochMilli(report.startMillis()));
        return zone.equals("UTC") ? zone : ZONE.getId(); // others share a short name
    }

    private static String length(TailReport report) {
        return DurationText.of(report.observed().nanos());
    }

    private static void section(ReportPage page, TailReport report, ProbeTail tail) {
        page.section(tail.key().title()).paragraph(TailText.figures(tail, report.observed()));
        if (tail.splits().isEmpty()) {
            page.paragraph(tail.nothingKept());
        } else {
            if (!tail.causes().isEmpty()) {
                page.table(causes(report, tail));
            }
            BandText.without(tail).forEach(page::paragraph);
            BandText.cautions(report, tail).forEach(page::paragraph);
            page.paragraph(TailText.slowest(report, tail.splits().get(0)));
            if (!tail.entries().isEmpty()) {
                page.paragraph(TailText.entries(tail.entries()));
            }
            page.picture(waterfall(tail.splits().get(0)).picture(), "The time of the slowest call, by cause.");
        }
        if (tail.isCounted()) {
            page.picture(
                    new SpectrumPicture("Latency by percentile")
                            .series(tail.key().label(), List.of(PercentileCurve.of(tail.histogram())))
                            .picture(),
                    "All calls of this time. The line is dotted where fewer than ten calls lie beyond.");
        }
        page.picture(
                timeline(report, tail).picture(),
                "When the slow calls were, by their main cause, and when the JVM stood still.");
        if (!tail.splits().isEmpty()) {
            page.table(calls(report, tail));
        }
    }

    private static PageTable causes(TailReport report, ProbeTail tail) {
        return new PageTable(
                "Why " + TailText.band(tail),
                1,
                List.of("cause", "calls", "time", "where"),
                tail.causes().stream()
                        .map(cause -> List.of(
                                cause.cause(),
                                cause.shares().calls().text(),
                                cause.shares().time().text(),
                                BandText.where(report, tail, cause)))
                        .toList());
    }

    private static WaterfallPicture waterfall(CallSplit split) {
        WaterfallPicture picture = new WaterfallPicture("The slowest call", "time, by cause");
        split.nanos().forEach(picture::stage);
        return picture;
    }

    /** One slice for all of the time: its percentiles, with marks for what happened when. */
    private static TimePicture timeline(TailReport report, ProbeTail tail) {
        long start = report.observed().from();
        Histogram histogram = tail.histogram();
        TimePicture picture = new TimelinePicture("Slow calls and stalls")
                .slice(0, Math.max(1, report.observed().nanos()), histogram);
        for (CallSplit split : tail.splits()) {
            picture.event(
                    "call: " + split.mainCause(),
                    split.call().startNanos() - start,
                    split.call().nanos());
        }
        for (StallKind kind : StallKind.values()) {
            for (Span span : report.evidence().stalls().of(kind).all()) {
                if (span.from() >= start && kind != StallKind.UNKNOWN) {
                    picture.event("stall: " + kind.label(), span.from() - start, span.nanos());
                }
            }
        }
        return picture;
    }

    private static PageTable calls(TailReport report, ProbeTail tail) {
        return new PageTable(
                "The slowest calls",
                2,
                List.of("start, " + zone(report), "thread", "duration", "causes"),
                tail.splits().stream()
                        .limit(MOST_CALLS)
                        .map(split -> List.of(
                                moment(report, split.call()),
                                TailText.thread(split.call()),
                                DurationText.of(split.call().nanos()),
                                TailText.parts(split.nanos())))
                        .toList());
    }

    private static Map<String, Object> data(TailReport report) {
        List<Object> calls = new ArrayList<>();
        for (ProbeTail tail : report.tails().stream().limit(MOST_PROBES).toList()) {
            for (CallSplit split : tail.splits()) {
                Map<String, Object> call = new LinkedHashMap<>();
                call.put("probe", tail.key().probe());
                call.put("tags", Texts.pairs(tail.key().tags()));
                call.put("outcome", tail.key().outcome());
                call.put("startMillis", report.wallMillis(split.call().startNanos()));
                call.put("thread", split.call().threadName());
                call.put("trace", split.call().trace());
                call.put("nanos", split.call().nanos());
                call.put("causes", split.nanos());
                calls.add(call);
            }
        }
        Map<String, Object> data = report.subject().data();
        data.put("calls", calls);
        return data;
    }
}
