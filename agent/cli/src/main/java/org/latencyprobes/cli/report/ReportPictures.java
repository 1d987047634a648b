package org.latencyprobes.cli.report;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_MILLI;

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
import org.latencyprobes.analysis.markup.DurationText;
import org.latencyprobes.analysis.markup.VisibleText;
import org.latencyprobes.analysis.picture.DotsPicture;
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

    private static final Histogram NO_CALLS = new Histogram(2);

    /**
     * The time that a picture shows.
     *
     * @param fromMillis its start, in ms since 1970
     * @param toMillis its end
     * @param zeroMillis the moment of it that is 0 on the axis
     */
    public record Period(double fromMillis, double toMillis, double zeroMillis) {

        /** A moment as the picture has it. */
        double nanos(double millis) {
            return (millis - zeroMillis) * NANOS_PER_MILLI;
        }

        /**
         * The stalls of that time.
         *
         * @param stalls by kind
         * @return those that begin in it, of the kinds that there are
         */
        public Map<String, List<StallMark>> within(Map<String, List<StallMark>> stalls) {
            Map<String, List<StallMark>> within = new TreeMap<>();
            stalls.forEach((kind, marks) -> within.put(
                    kind,
                    marks.stream()
                            .filter(mark -> mark.startMillis() >= fromMillis && mark.startMillis() < toMillis)
                            .toList()));
            within.values().removeIf(List::isEmpty);
            return within;
        }
    }

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
        Period period = period(recording);
        return heat(recording.label(), recording.blocks(), period.within(content.stalls()), period);
    }

    /** The time of a recording, from its start on. */
    static Period period(Recording recording) {
        List<Histogram> blocks = recording.blocks();
        long start = blocks.get(0).getStartTimeStamp();
        return new Period(start, blocks.get(blocks.size() - 1).getEndTimeStamp(), start);
    }

    /**
     * Latency over time.
     *
     * @param title of the picture
     * @param blocks the samples by blocks of time, each with its times, in order; one at least
     * @param stalls of the time that is shown, by kind
     * @param period which that is; its end is shown without calls, too
     * @return a heat map
     */
    public static Picture heat(
            String title, List<Histogram> blocks, Map<String, List<StallMark>> stalls, Period period) {
        HeatPicture picture = new HeatPicture(title);
        double end = period.nanos(period.toMillis());
        double former = period.nanos(blocks.get(0).getStartTimeStamp());
        for (Histogram block : blocks) {
            double start = Math.max(former, period.nanos(block.getStartTimeStamp()));
            former = Math.min(end, period.nanos(block.getEndTimeStamp()));
            if (former > start) {
                picture.slice(start, former, block);
            }
        }
        if (former < end) {
            picture.slice(former, end, NO_CALLS);
        }
        stalls.forEach((kind, marks) ->
                marks.forEach(mark -> picture.event(kind, period.nanos(mark.startMillis()), mark.nanos())));
        return picture.picture();
    }

    /** Of each probe with causes, up to some: what the calls and the time of its bands went for. */
    static List<Picture> causes(ReportContent content) {
        Map<String, Integer> colours = colours(content);
        Map<String, List<CauseShare>> probes = content.all(CauseShare.TABLE, CauseShare.class).stream()
                .collect(Collectors.groupingBy(
                        share -> share.probe() + Texts.label(share.tags()), LinkedHashMap::new, Collectors.toList()));
        return probes.entrySet().stream()
                .limit(MOST_PROBES)
                .map(probe -> causes(VisibleText.of(probe.getKey()), probe.getValue(), colours))
                .toList();
    }

    /**
     * What the calls and the time of a probe's bands went for.
     *
     * @param title of the picture
     * @param shares of one probe, those of a band together
     * @param colours of causes
     * @return two bars for each band
     */
    public static Picture causes(String title, List<CauseShare> shares, Map<String, Integer> colours) {
        SharesPicture picture = new SharesPicture(title, colours);
        shares.stream()
                .collect(Collectors.groupingBy(CauseShare::band, LinkedHashMap::new, Collectors.toList()))
                .forEach((band, causes) -> picture.bar(
                                band + ": calls, by main cause", parts(causes, CausesText::ofCalls))
                        .bar(band + ": their time", parts(causes, CausesText::ofTime)));
        return picture.picture();
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
                .mapToDouble(call -> call.atMillis() + call.nanos() / NANOS_PER_MILLI)
                .max()
                .orElse(1);
        return calls(
                "Slow calls",
                calls,
                call -> VisibleText.of(ReportTables.name(call)) + " · " + words(call, call.start()),
                content.stalls(),
                new Period(start, end, start),
                colours(content));
    }

    /**
     * Slow calls over time, with the stalls of that time.
     *
     * @param title of the picture
     * @param calls in any order
     * @param words what is told of a call
     * @param stalls by kind, also of other times
     * @param period which time is shown
     * @param colours of causes
     * @return a dot for each call
     */
    public static Picture calls(
            String title,
            List<SingleCall> calls,
            Function<SingleCall, String> words,
            Map<String, List<StallMark>> stalls,
            Period period,
            Map<String, Integer> colours) {
        DotsPicture picture =
                new DotsPicture(title, period.nanos(period.fromMillis()), period.nanos(period.toMillis()), colours);
        calls.forEach(
                call -> picture.dot(call.cause(), period.nanos(call.atMillis()), call.nanos(), words.apply(call)));
        period.within(stalls).forEach((kind, marks) -> {
            Cause cause = Cause.of(StallKind.labelled(kind));
            if (cause != Cause.UNKNOWN) {
                marks.forEach(mark -> picture.stall(cause.label(), period.nanos(mark.startMillis()), mark.nanos()));
            }
        });
        return picture.picture();
    }

    /**
     * A slow call in one line.
     *
     * @param call the call
     * @param start when it began, for people
     * @return how long it took, when, on which thread, and its time by cause as far as that is known
     */
    public static String words(SingleCall call, String start) {
        String parts = ReportTables.parts(call.parts());
        return VisibleText.of(DurationText.of(call.nanos()) + " · " + start + " · " + call.thread())
                + (parts.isEmpty() ? "" : ": " + parts);
    }
}
