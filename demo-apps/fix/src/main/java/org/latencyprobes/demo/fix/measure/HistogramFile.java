package org.latencyprobes.demo.fix.measure;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.latencyprobes.demo.common.Distribution;
import org.latencyprobes.histogram.Tag;

/** A file with a run's histograms for HdrHistogram's tools: one line each, with a tag, in ns. */
final class HistogramFile {

    private HistogramFile() {}

    static void write(Path file, RunFigures run) throws IOException {
        Map<String, Distribution> all = new TreeMap<>(run.usage().stages());
        all.put("end to end", run.endToEnd().distribution());
        all.put("round trip", run.roundTrip().distribution());
        all.put("schedule lag", run.lag().distribution());
        long endMillis = System.currentTimeMillis();
        long startMillis = endMillis - (long) (1_000 * run.seconds());
        try (OutputStream out = Files.newOutputStream(file)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputStartTime(startMillis);
            writer.outputLegend();
            all.forEach((name, distribution) -> {
                Histogram histogram = distribution.histogram().copy();
                histogram.setTag(Tag.encode(name, Map.of(), "ok"));
                histogram.setStartTimeStamp(startMillis);
                histogram.setEndTimeStamp(endMillis);
                writer.outputIntervalHistogram(histogram);
            });
        }
    }
}
