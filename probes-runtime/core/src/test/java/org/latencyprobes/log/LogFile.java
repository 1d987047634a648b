package org.latencyprobes.log;

import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.latencyprobes.internal.histogram.Tag;

/** The lines that HdrHistogram's own reader finds in a log. */
final class LogFile {

    private LogFile() {}

    static List<Histogram> histograms(Path file, String name) throws FileNotFoundException {
        List<Histogram> found = new ArrayList<>();
        try (HistogramLogReader reader = new HistogramLogReader(file.toFile())) {
            while (reader.hasNext()) {
                EncodableHistogram next = reader.nextIntervalHistogram();
                if (next == null && !reader.hasNext()) {
                    break; // a header without lines
                }
                if (Tag.decode(next.getTag()).name().equals(name)) {
                    found.add((Histogram) next);
                }
            }
        }
        return found;
    }

    static long count(Path file, String name) throws FileNotFoundException {
        return histograms(file, name).stream()
                .mapToLong(Histogram::getTotalCount)
                .sum();
    }
}
