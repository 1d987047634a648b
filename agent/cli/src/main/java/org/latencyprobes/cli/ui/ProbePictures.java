package org.latencyprobes.cli.ui;

import static org.latencyprobes.internal.report.Units.NANOS_PER_MILLI;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.analysis.picture.HeatPicture;
import org.latencyprobes.analysis.picture.PercentileCurve;
import org.latencyprobes.analysis.picture.Picture;
import org.latencyprobes.analysis.picture.SpectrumPicture;

/** The pictures of one probe, in all JVMs that have it: one spectrum, and a heat map of each, side by side. For one thread. */
final class ProbePictures {

    private static final Histogram NO_CALLS = new Histogram(2);

    private final SpectrumPicture spectrum = new SpectrumPicture("Latency by percentile");
    private final List<Object> pictures = new ArrayList<>();
    private final List<Heat> heats = new ArrayList<>();
    private double nowMillis;

    /** What the heat map of a JVM or of logs is drawn from. */
    private record Heat(String name, ProbeRecording recording, boolean isLive) {}

    ProbePictures() {
        pictures.add(null); // the spectrum, when all are in it
    }

    /** Adds what a JVM recorded, or logs hold. Those that are live share the end of their time axes. */
    void add(String name, ProbeRecording recording, boolean isLive) {
        spectrum.series(name, List.of(PercentileCurve.of(recording.total())));
        if (!recording.slices().isEmpty()) {
            heats.add(new Heat(name, recording, isLive));
            nowMillis = isLive ? Math.max(nowMillis, recording.endMillis()) : nowMillis;
        }
    }

    /** All pictures, for JSON. */
    List<Object> all() {
        pictures.set(
                0,
                entry(
                        spectrum.picture(),
                        "picture-0",
                        "How many calls took no longer than that. The line is dotted where fewer than ten calls lie beyond."));
        heats.forEach(heat -> picture(
                picture(heat, heat.isLive() ? nowMillis : heat.recording().endMillis()),
                (heat.isLive() ? "Up to now: how" : "Up to the end: how")
                        + " many calls took how long, and when the JVM stood still."));
        return pictures;
    }

    private void picture(Picture picture, String caption) {
        pictures.add(entry(picture, "picture-" + pictures.size(), caption));
    }

    private static Map<String, Object> entry(Picture picture, String id, String caption) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("svg", picture.inline(id));
        entry.put("caption", caption);
        return entry;
    }

    /** On an axis that ends with 0, which is that moment, with calls or without. */
    private static Picture picture(Heat heat, double endMillis) {
        List<Histogram> slices = heat.recording().slices();
        double startMillis = slices.get(0).getStartTimeStamp();
        HeatPicture picture = new HeatPicture("Latency over time, " + heat.name());
        double former = Double.NEGATIVE_INFINITY;
        for (Histogram slice : slices) {
            double start = Math.max(former, slice.getStartTimeStamp() - endMillis);
            former = Math.min(0, slice.getEndTimeStamp() - endMillis);
            if (former > start) {
                picture.slice(start * NANOS_PER_MILLI, former * NANOS_PER_MILLI, slice);
            }
        }
        if (former < 0) {
            picture.slice(former * NANOS_PER_MILLI, 0, NO_CALLS);
        }
        heat.recording()
                .stalls()
                .forEach((kind, stalls) -> stalls.stream()
                        .filter(stall -> stall.startMillis() >= startMillis && stall.startMillis() < endMillis)
                        .forEach(stall -> picture.event(
                                kind, (stall.startMillis() - endMillis) * NANOS_PER_MILLI, stall.nanos())));
        return picture.picture();
    }
}
