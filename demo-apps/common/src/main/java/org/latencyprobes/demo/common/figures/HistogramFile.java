package org.latencyprobes.demo.common.figures;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.latencyprobes.internal.histogram.Tag;

/** A file with histograms for HdrHistogram's tools and the agent's command: one line each, with a tag, in ns. */
public final class HistogramFile {

    private HistogramFile() {}

    /**
     * A line of it.
     *
     * @param name of what was measured
     */
    public record Line(String name, long startMillis, long endMillis, Distribution distribution) {}

    /** Writes the file. */
    public static void write(Path file, List<Line> lines) throws IOException {
        try (OutputStream out = Files.newOutputStream(file)) {
            HistogramLogWriter writer = new HistogramLogWriter(out);
            writer.outputLogFormatVersion();
            writer.outputStartTime(lines.get(0).startMillis());
            writer.outputLegend();
            for (Line line : lines) {
                Histogram histogram = line.distribution().histogram().copy();
                histogram.setTag(Tag.encode(line.name(), Map.of(), "ok"));
                histogram.setStartTimeStamp(line.startMillis());
                histogram.setEndTimeStamp(line.endMillis());
                writer.outputIntervalHistogram(histogram);
            }
            writer.close();
        }
    }
}
