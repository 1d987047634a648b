package org.latencyprobes.cli.ui;

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

    private static final double NANOS_PER_MILLI = 1e6;

    private final SpectrumPicture spectrum = new SpectrumPicture("Latency by percentile");
    private final List<Object> pictures = new ArrayList<>();

    ProbePictures() {
        pictures.add(null); // the spectrum, when all are in it
    }

    /** Adds what a JVM recorded. */
    void add(String jvm, ProbeRecording recording) {
        spectrum.series(jvm, List.of(PercentileCurve.of(recording.total())));
        if (!recording.slices().isEmpty()) {
            picture(heat(jvm, recording), "Up to now: how many calls took how long, and when the JVM stood still.");
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

    /** On an axis that ends with 0, which is now, or the end of the logs. */
    private static Picture heat(String jvm, ProbeRecording recording) {
        List<Histogram> slices = recording.slices();
        double startMillis = slices.get(0).getStartTimeStamp();
        double endMillis = slices.get(slices.size() - 1).getEndTimeStamp();
        HeatPicture picture = new HeatPicture("Latency over time, " + jvm);
        double former = Double.NEGATIVE_INFINITY;
        for (Histogram slice : slices) {
            double start = Math.max(former, slice.getStartTimeStamp() - endMillis);
            former = slice.getEndTimeStamp() - endMillis;
            if (former > start) {
                picture.slice(start * NANOS_PER_MILLI, former * NANOS_PER_MILLI, slice);
            }
        }
        recording
                .stalls()
                .forEach((kind, stalls) -> stalls.stream()
                        .filter(stall -> stall.startMillis() >= startMillis)
                        .forEach(stall -> picture.event(
                                kind, (stall.startMillis() - endMillis) * NANOS_PER_MILLI, stall.nanos())));
        return picture.picture();
    }
}
