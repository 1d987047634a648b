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
import java.util.stream.Stream;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.analysis.markup.VisibleText;
import org.latencyprobes.analysis.page.PageTable;
import org.latencyprobes.analysis.page.ReportPage;
import org.latencyprobes.analysis.picture.DotsPicture;
import org.latencyprobes.analysis.picture.PercentileCurve;
import org.latencyprobes.analysis.picture.SharesPicture;
import org.latencyprobes.analysis.picture.SpectrumPicture;
import org.latencyprobes.analysis.picture.WaterfallPicture;
import org.latencyprobes.cli.print.CauseColours;
import org.latencyprobes.cli.why.band.BandFigures;
import org.latencyprobes.cli.why.band.BandFigures.OfCause;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.StallKind;
import org.latencyprobes.explain.sample.Share;

/** The page about slow calls and their causes: one HTML file, in which a cause has one colour everywhere. Stateless. */
public final class WhyPage {

    private static final int MOST_PROBES = 50;
    private static final int MOST_CALLS = 50;

    /** Of each probe, besides those with a stack. */
    private static final int MOST_OPENED = 10;

    /** Of all probes together: a page that is sent must not be too large. */
    private static final int MOST_STACKS = 10;

    /** Of all probes together, for the same reason; more than {@code why} keeps of five probes. */
    private static final int MOST_DOTS = 12_000;

    private static final ZoneId ZONE = ZoneId.systemDefault();
    private static final DateTimeFormatter MOMENT =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZONE);
    private static final DateTimeFormatter SHORT_ZONE =
            DateTimeFormatter.ofPattern("z", Locale.ROOT).withZone(ZONE);

    private final WhyReport report;
    private final ReportPage page;
    private final Map<String, Integer> colours;
    private final Set<SingleCall> captured;

    private WhyPage(WhyReport report) {
        this.report = report;
        page = new ReportPage(
                "Why the tail is long: " + VisibleText.of(report.subject().title()));
        colours = colours(report);
        captured = captured(report);
    }

    /**
     * Writes the page.
     *
     * @param report what was found
     * @return HTML, to be kept in UTF-8
     */
    public static String html(WhyReport report) {
        return new WhyPage(report).html();
    }

    private String html() {
        page.fact("Time", moment(report.startMillis()) + ' ' + zone() + ", for " + length());
        report.tails().stream().limit(MOST_PROBES).forEach(this::section);
        int more = report.tails().size() - MOST_PROBES;
        if (more > 0) {
            page.section("More probes")
                    .paragraph(more + " probes with less time in slow calls are in the output of -o json.");
        }
        page.section("Remarks")
                .paragraph("Waits of threads were "
                        + (report.evidence().deep() == null ? "not recorded." : "recorded by Flight Recorder."));
        report.remarks().forEach(this::paragraph);
        return page.html();
    }

    private static Map<String, Integer> colours(WhyReport report) {
        return CauseColours.of(Stream.concat(
                report.tails().stream()
                        .flatMap(tail -> tail.figures().causes().stream())
                        .map(OfCause::cause),
                report.tails().stream()
                        .flatMap(tail -> Stream.concat(tail.splits().stream(), tail.others().stream()))
                        .flatMap(split -> split.nanos().keySet().stream())));
    }

    /** The slowest calls whose stack was captured. */
    private static Set<SingleCall> captured(WhyReport report) {
        return report.tails().stream()
                .limit(MOST_PROBES)
                .flatMap(tail -> tail.splits().stream())
                .map(CallSplit::call)
                .filter(call -> !call.stack().isEmpty())
                .sorted(Comparator.comparingLong(SingleCall::nanos).reversed())
                .limit(MOST_STACKS)
                .collect(Collectors.toSet());
    }

    /** In the zone of the command, as in its text. */
    private static String moment(long millis) {
        return MOMENT.format(Instant.ofEpochMilli(millis));
    }

    private String zone() {
        String zone = SHORT_ZONE.format(Instant.ofEpochMilli(report.startMillis()));
        return zone.equals("UTC") ? zone : ZONE.getId(); // others share a short name
    }

    private String length() {
        return DurationText.of(report.observed().nanos());
    }

    private void section(ProbeTail tail) {
        page.section(VisibleText.of(tail.key().title()));
        boolean hasShares =
                !tail.figures().isListed() && !tail.figures().causes().isEmpty();
        if (!hasShares) {
            answer(tail);
        } else {
            page.beside(() -> answer(tail), () -> shares(tail));
        }
        if (tail.isCounted()) {
            page.beside(() -> dots(tail), () -> spectrum(tail));
        } else {
            dots(tail);
        }
        if (tail.splits().isEmpty()) {
            return;
        }
        List<CallSplit> slowest = new ArrayList<>();
        for (CallSplit split : tail.splits()) {
            if (slowest.size() < MOST_OPENED || captured.contains(split.call())) {
                slowest.add(split);
            }
        }
        int half = (slowest.size() + 1) / 2;
        page.part("The slowest calls")
                .beside(
                        () -> slowest.subList(0, half).forEach(call -> opened(call, call == slowest.get(0))),
                        () -> slowest.subList(half, slowest.size()).forEach(call -> opened(call, false)));
        if (hasShares) {
            page.table(causes(tail));
        }
        page.table(calls(tail));
    }

    /** Names of probes and threads are any text. */
    private void paragraph(String text) {
        page.paragraph(VisibleText.of(text));
    }

    private void answer(ProbeTail tail) {
        WhyAnswer answer = new WhyAnswer(tail);
        page.answer(answer.sentence(), answer.figures());
        paragraph(WhyText.figures(tail, report.observed()).replace("   ", " · "));
        if (!tail.splits().isEmpty()) {
            BandText band = new BandText(report, tail);
            band.without().forEach(this::paragraph);
            band.cautions().forEach(this::paragraph);
            if (!tail.entries().isEmpty()) {
                paragraph(WhyText.entries(tail.entries()));
            }
        }
    }

    private void shares(ProbeTail tail) {
        Map<String, SharesPicture.Part> calls = new LinkedHashMap<>();
        Map<String, SharesPicture.Part> time = new LinkedHashMap<>();
        for (OfCause cause : tail.figures().causes()) {
            calls.put(cause.cause(), part(cause.calls()));
            time.put(cause.cause(), part(cause.time()));
        }
        page.picture(
                new SharesPicture("Why " + WhyText.band(tail), colours)
                        .bar("calls, by main cause", calls)
                        .bar("their time", time)
                        .picture(),
                "To lower a percentile look at the calls, for the lost time at the time.");
    }

    private static SharesPicture.Part part(Share share) {
        return new SharesPicture.Part(share.estimate(), share.text());
    }

    private void dots(ProbeTail tail) {
        long start = report.observed().from();
        DotsPicture picture =
                new DotsPicture("Single calls", 0, Math.max(1, report.observed().nanos()), colours);
        BandFigures figures = tail.figures();
        if (figures.band().percentile() > 0 && !tail.splits().isEmpty()) {
            picture.edge(figures.band().name(), figures.band().fromNanos());
        }
        List<CallSplit> calls = Stream.concat(tail.splits().stream(), tail.others().stream())
                .sorted(Comparator.comparingLong(
                                (CallSplit split) -> split.call().nanos())
                        .reversed())
                .toList();
        int most = MOST_DOTS / Math.min(MOST_PROBES, report.tails().size());
        calls.stream()
                .limit(most)
                .forEach(split -> picture.dot(
                        split.mainCause(),
                        split.call().startNanos() - start,
                        split.call().nanos(),
                        words(split)));
        stalls(picture);
        page.picture(
                picture.picture(),
                String.format(
                                Locale.ROOT,
                                calls.size() > most
                                        ? "Each dot is one of the slowest %,d of %,d calls that were looked at"
                                        : "Each dot is a call that was looked at",
                                most,
                                calls.size())
                        + ", by its main cause. " + CauseColours.STRIPES);
    }

    private void stalls(DotsPicture picture) {
        long start = report.observed().from();
        for (StallKind kind : StallKind.values()) {
            for (Span span : report.evidence().stalls().of(kind).all()) {
                if (span.from() >= start && kind != StallKind.UNKNOWN) {
                    picture.stall(Cause.of(kind).label(), span.from() - start, span.nanos());
                }
            }
        }
    }

    /** A call in one line, with what its main cause was. */
    private String words(CallSplit split) {
        List<String> details = DetailText.lines(split.mainCause(), List.of(split), call -> 1);
        return VisibleText.of(WhyText.single(report, split).replace("  ", " · ")
                + (details.isEmpty() ? "" : "; " + split.mainCause() + ": " + details.get(0)));
    }

    /** What is told of its curves is what the text says: they are drawn by other weights, and may be off that by a sub-bucket. */
    private void spectrum(ProbeTail tail) {
        List<String> without = new BandText(report, tail).without();
        SpectrumPicture picture = new SpectrumPicture("Latency by percentile")
                .series(
                        VisibleText.of(tail.key().label()),
                        CauseColours.ALL_CALLS,
                        List.of(PercentileCurve.of(tail.histogram())),
                        VisibleText.of(WhyText.figures(tail, report.observed()).replace("   ", ", ")));
        tail.figures().without().stream()
                .map(BandFigures.Without::cause)
                .distinct()
                .forEach(cause -> picture.series(
                        "without " + cause,
                        colours.get(cause),
                        List.of(tail.figures().curveWithout().apply(cause)),
                        without.stream()
                                .filter(line -> line.startsWith("without " + cause + ','))
                                .collect(Collectors.joining("; "))));
        page.picture(
                picture.picture(),
                "All calls of this time, and what they would be had none spent time in a cause. A line is dotted where fewer"
                        + " than ten calls lie beyond.");
    }

    private void opened(CallSplit split, boolean isOpen) {
        page.folded(words(split), isOpen, () -> {
            WaterfallPicture picture = new WaterfallPicture(
                    "The call of " + DurationText.of(split.call().nanos()), "time, by cause");
            split.nanos().forEach((cause, nanos) -> picture.stage(cause, colours.get(cause), nanos));
            page.picture(picture.picture(), VisibleText.of(where(split)));
            if (captured.contains(split.call())) {
                page.folded(
                        "Its stack while it was in flight, "
                                + VisibleText.of(split.call().threadName()),
                        VisibleText.ofLines(String.join("\n", split.call().stack())));
            }
        });
    }

    /** What is known of each cause of a call. */
    private static String where(CallSplit split) {
        List<String> causes = new ArrayList<>();
        for (String cause : split.nanos().keySet()) {
            List<String> details = DetailText.lines(cause, List.of(split), call -> 1);
            if (!details.isEmpty()) {
                causes.add(cause + ": " + String.join("; ", details));
            }
        }
        return causes.isEmpty() ? "No more is known of it." : String.join(". ", causes) + '.';
    }

    private PageTable causes(ProbeTail tail) {
        return new PageTable(
                "Why " + WhyText.band(tail),
                1,
                List.of("cause", "calls", "time", "where"),
                tail.causes().stream()
                        .map(cause -> List.of(
                                cause.cause(),
                                cause.calls().text(),
                                cause.time().text(),
                                VisibleText.of(new BandText(report, tail).where(cause))))
                        .toList());
    }

    private PageTable calls(ProbeTail tail) {
        return new PageTable(
                "The slowest calls",
                2,
                List.of("start, " + zone(), "thread", "duration", "causes"),
                tail.splits().stream()
                        .limit(MOST_CALLS)
                        .map(split -> List.of(
                                moment(report.wallMillis(split.call().startNanos())),
                                VisibleText.of(WhyText.thread(split.call())),
                                DurationText.of(split.call().nanos()),
                                WhyText.parts(split.nanos())))
                        .toList());
    }
}
