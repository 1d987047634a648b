package org.latencyprobes.cli.ui;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_MILLI;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.analysis.page.ReportPage;
import org.latencyprobes.analysis.picture.PercentileCurve;
import org.latencyprobes.analysis.picture.SpectrumPicture;
import org.latencyprobes.cli.live.LiveModel;
import org.latencyprobes.cli.print.CauseColours;
import org.latencyprobes.cli.report.ReportPictures;
import org.latencyprobes.cli.report.ReportPictures.Period;

/**
 * The pictures of one probe, in all JVMs that have it: one spectrum, the causes of slow calls in each, and of each its single slow calls and a heat
 * map, side by side. For one thread.
 */
final class ProbePictures {

    /** Of the slow calls of a JVM: the page is drawn anew each second. */
    private static final int MOST_DOTS = 1_000;

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss.SSS", Locale.ROOT);

    private final ReportPage page = new ReportPage("");
    private final List<One> all = new ArrayList<>();
    private double nowMillis;

    /** What the pictures of a JVM or of logs are drawn from. */
    private record One(int place, String name, ProbeRecording recording, boolean isLive) {}

    /** Adds what a JVM recorded, or logs hold, whose place is always the same. Those that are live share the end of their time axes. */
    void add(int place, String name, ProbeRecording recording, boolean isLive) {
        all.add(new One(place, name, recording, isLive));
        nowMillis = isLive ? Math.max(nowMillis, recording.endMillis()) : nowMillis;
    }

    /** The causes that are in the pictures; some may come more than once. */
    Stream<String> causes() {
        return all.stream()
                .flatMap(one -> Stream.concat(
                        one.recording().causes().stream().map(CauseShare::cause),
                        one.recording().calls().stream().map(SingleCall::cause)));
    }

    /** All pictures, as a part of a page. */
    String html(Map<String, Integer> colours) {
        SpectrumPicture spectrum = new SpectrumPicture("Latency by percentile");
        all.forEach(one -> spectrum.series(
                one.name(), List.of(PercentileCurve.of(one.recording().total()))));
        page.picture(
                "spectrum",
                spectrum.picture(),
                "How many calls took no longer than that. The line is dotted where fewer than ten calls lie beyond.");
        all.stream().filter(one -> !one.recording().causes().isEmpty()).forEach(one -> causes(one, colours));
        all.stream().filter(one -> !one.recording().slices().isEmpty()).forEach(one -> overTime(one, colours));
        return page.fragment();
    }

    private void causes(One one, Map<String, Integer> colours) {
        List<CauseShare> causes = one.recording().causes();
        page.picture(
                "causes-" + one.place(),
                ReportPictures.causes("Why calls were slow, " + one.name(), causes, colours),
                String.format(
                        Locale.ROOT,
                        "Of all outcomes, since the start; %,d of %,d calls were looked at. To lower a percentile look at the calls, for the lost time at"
                                + " the time.",
                        causes.get(0).explained(),
                        causes.get(0).calls()));
    }

    /**
     * On axes that end with 0, which is that moment, with calls or without. Single calls are also known from before the watch, of which the heat map
     * would tell that there were none. Stalls are behind single calls, if there are any.
     */
    private void overTime(One one, Map<String, Integer> colours) {
        ProbeRecording recording = one.recording();
        List<SingleCall> calls = recording.calls();
        double end = one.isLive() ? nowMillis : recording.endMillis();
        Period period = new Period(recording.slices().get(0).getStartTimeStamp(), end, end);
        if (!calls.isEmpty()) {
            calls(one, period, colours);
        }
        page.picture(
                "heat-" + one.place(),
                ReportPictures.heat(
                        "Latency over time, " + one.name(),
                        recording.slices(),
                        calls.isEmpty() ? period.within(recording.stalls()) : Map.of(),
                        period),
                (one.isLive() ? "Up to now: how" : "Up to the end: how") + " many calls took how long"
                        + (calls.isEmpty() ? ", and when the JVM stood still." : "."));
    }

    private void calls(One one, Period period, Map<String, Integer> colours) {
        List<SingleCall> calls = one.recording().calls();
        List<SingleCall> drawn = calls.subList(0, Math.min(MOST_DOTS, calls.size()));
        double first = drawn.stream().mapToDouble(SingleCall::atMillis).min().orElseThrow();
        double from = Math.min( // calls may take hours
                period.fromMillis(), Math.max(first, period.toMillis() - LiveModel.KEPT_NANOS / NANOS_PER_MILLI));
        page.picture(
                "calls-" + one.place(),
                ReportPictures.calls(
                        "Single calls, " + one.name(),
                        drawn,
                        ProbePictures::words,
                        one.recording().stalls(),
                        new Period(from, period.toMillis(), period.toMillis()),
                        colours),
                String.format(
                                Locale.ROOT,
                                calls.size() > MOST_DOTS
                                        ? "Each dot is one of the slowest %,d of %,d slow calls that were looked at"
                                        : "Each dot is a slow call that was looked at",
                                MOST_DOTS,
                                calls.size())
                        + ", by its main cause"
                        + (first < from ? "; what began before is at the left edge" : "")
                        + ". The picture stands still while you look at one. "
                        + CauseColours.STRIPES);
    }

    /** A call in one line, with its time of day where the command runs. */
    static String words(SingleCall call) {
        return ReportPictures.words(
                call, TIME.format(Instant.ofEpochMilli(call.atMillis()).atZone(ZoneId.systemDefault())));
    }
}
