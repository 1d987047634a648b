package org.latencyprobes.cli.report;

import static org.latencyprobes.internal.report.Units.NANOS_PER_MILLI;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.figures.CausesText;
import org.latencyprobes.agent.protocol.codec.Texts;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.analysis.markup.VisibleText;
import org.latencyprobes.analysis.picture.DotsPicture;
import org.latencyprobes.analysis.picture.DurationText;
import org.latencyprobes.analysis.picture.HeatPicture;
import org.latencyprobes.analysis.picture.PercentileCurve;
import org.latencyprobes.analysis.picture.Picture;
import org.latencyprobes.analysis.picture.SharesPicture;
import org.latencyprobes.analysis.picture.SpectrumPicture;
import org.latencyprobes.cli.print.CauseColours;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.StallKind;
import org.latencyprobes.explain.sample.Share;

/** The pictures of a report. Stateless. */
public final class ReportPictures {

    /** How many lines a spectrum has at most; beyond, the runs of a recording are one line. */
    private static final int MOST_LINES = 120;

    /** How many lines a reader can tell apart in a picture without switches. */
    private static final int MOST_TOLD_APART = 8;

    /** How many probes have bars at most. */
    private static final int MOST_PROBES = 12;

    private ReportPictures() {}

    /** The percentiles of recordings, a line for each and run. */
    static SpectrumPicture spectrum(String title, List<Recording> recordings) {
        SpectrumPicture picture = new SpectrumPicture(title);
        long lines = recordings.stream()
                .mapToLong(recording -> recording.runs().size())
                .sum();
        int left = MOST_LINES;
        for (Recording recording : recordings) {
            if (lines > MOST_LINES || recording.runs().size() == 1) {
                if (left-- > 0) {
                    add(picture, recording.label(), recording.total());
                }
            } else {
                recording
                        .runs()
                        .forEach((run, samples) -> add(picture, recording.label() + " · " + name(run), samples));
            }
        }
        return picture;
    }

    private static void add(SpectrumPicture picture, String name, Histogram samples) {
        picture.series(name, List.of(PercentileCurve.of(samples)));
    }

    /** A run without its folders. */
    static String name(String run) {
        return run.substring(run.replace('\\', '/').lastIndexOf('/') + 1).replaceFirst("\\.hlog$", "");
    }

    /**
     * The spectrum of the recordings with most time, as a file.
     *
     * @param content of the report
     * @return as many lines as can be told apart
     */
    public static Picture spectrum(ReportContent content) {
        List<Recording> most = content.byTime();
        return spectrum("Latency by percentile", most.subList(0, Math.min(MOST_TOLD_APART, most.size())))
                .picture();
    }

    /**
     * The heat map of the recording with most time, as a file.
     *
     * @param content of the report
     * @return its latency over time, with stalls
     * @throws IllegalArgumentException if it is not known when its calls were; the message says so
     */
    public static Picture heat(ReportContent content) {
        return content.byTime().stream()
                .filter(recording -> !recording.blocks().isEmpty())
                .findFirst()
                .map(recording -> heat(content, recording))
                .orElseThrow(() -> new IllegalArgumentException(content.noTime()));
    }

    /** Latency over time, with the stalls of that time. */
    static Picture heat(ReportContent content, Recording recording) {
        HeatPicture picture = new HeatPicture(recording.label());
        List<Histogram> blocks = recording.blocks();
        long start = blocks.get(0).getStartTimeStamp();
        blocks.forEach(block -> picture.slice(
                (block.getStartTimeStamp() - start) * NANOS_PER_MILLI,
                (block.getEndTimeStamp() - start) * NANOS_PER_MILLI,
                block));
        stalls(content, recording)
                .forEach((kind, marks) -> marks.forEach(
                        mark -> picture.event(kind, (mark.startMillis() - start) * NANOS_PER_MILLI, mark.nanos())));
        return picture.picture();
    }

    /** Of each probe with causes, up to some: what the calls and the time of its bands went for. */
    static List<Picture> causes(ReportContent content) {
        Map<String, Integer> colours = colours(content);
        Map<String, Map<String, List<CauseShare>>> probes = content.all(CauseShare.TABLE, CauseShare.class).stream()
                .collect(Collectors.groupingBy(
                        share -> share.probe() + Texts.label(share.tags()),
                        LinkedHashMap::new,
                        Collectors.groupingBy(CauseShare::band, LinkedHashMap::new, Collectors.toList())));
        List<Picture> pictures = new ArrayList<>();
        probes.entrySet().stream().limit(MOST_PROBES).forEach(probe -> {
            SharesPicture picture = new SharesPicture(VisibleText.of(probe.getKey()), colours);
            probe.getValue()
                    .forEach((band, shares) -> picture.bar(
                                    band + ": calls, by main cause", parts(shares, CausesText::ofCalls))
                            .bar(band + ": their time", parts(shares, CausesText::ofTime)));
            pictures.add(picture.picture());
        });
        return pictures;
    }

    private static Map<String, SharesPicture.Part> parts(List<CauseShare> causes, Function<CauseShare, Share> share) {
        Map<String, SharesPicture.Part> parts = new LinkedHashMap<>();
        causes.forEach(cause -> {
            Share ofCause = share.apply(cause);
            parts.put(cause.cause(), new SharesPicture.Part(ofCause.estimate(), ofCause.text()));
        });
        return parts;
    }

    private static Map<String, Integer> colours(ReportContent content) {
        return CauseColours.of(Stream.concat(
                content.all(CauseShare.TABLE, CauseShare.class).stream().map(CauseShare::cause),
                content.all(SingleCall.LISTED, SingleCall.class).stream().map(SingleCall::cause)));
    }

    /** Slow calls over time, with the stalls of that time. */
    static Picture calls(ReportContent content) {
        List<SingleCall> calls = content.all(SingleCall.LISTED, SingleCall.class);
        long start = calls.stream().mapToLong(SingleCall::atMillis).min().orElse(0);
        double end = calls.stream()
                .mapToDouble(call -> (call.atMillis() - start) * NANOS_PER_MILLI + call.nanos())
                .max()
                .orElse(1);
        DotsPicture picture = new DotsPicture("Slow calls", end, colours(content));
        for (SingleCall call : calls) {
            picture.dot(
                    call.cause(),
                    (call.atMillis() - start) * NANOS_PER_MILLI,
                    call.nanos(),
                    VisibleText.of(ReportTables.name(call) + " · " + DurationText.of(call.nanos()) + " · "
                            + call.start() + " · " + call.thread() + ": " + ReportTables.parts(call.parts())));
        }
        content.stalls()
                .forEach((kind, marks) -> marks.stream()
                        .filter(mark ->
                                mark.startMillis() >= start && (mark.startMillis() - start) * NANOS_PER_MILLI < end)
                        .forEach(mark -> picture.stall(
                                Cause.of(StallKind.labelled(kind)).label(),
                                (mark.startMillis() - start) * NANOS_PER_MILLI,
                                mark.nanos())));
        return picture.picture();
    }

    /** The stalls in the time of a recording, in order, by kind. */
    static Map<String, List<StallMark>> stalls(ReportContent content, Recording recording) {
        List<Histogram> blocks = recording.blocks();
        long start = blocks.get(0).getStartTimeStamp();
        long end = blocks.get(blocks.size() - 1).getEndTimeStamp();
        Map<String, List<StallMark>> within = new TreeMap<>();
        content.stalls()
                .forEach((kind, marks) -> marks.stream()
                        .filter(mark -> mark.startMillis() >= start && mark.startMillis() < end)
                        .sorted(Comparator.comparingLong(StallMark::startMillis))
                        .forEach(mark -> within.computeIfAbsent(kind, any -> new ArrayList<>())
                                .add(mark)));
        return within;
    }
}
