package org.latencyprobes.cli.merge;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.latencyprobes.cli.logs.LineFilter;
import org.latencyprobes.cli.logs.LogSource;

/** Logs for tests, written by HdrHistogram's own writer, and their merges. */
public final class Logs {

    public static final long START_MILLIS = 1_763_726_400_000L; // 2025-11-21T12:00:00Z

    private Logs() {}

    public static Histogram histogram(String tag, long startMillis, long endMillis, long... nanos) {
        Histogram histogram = new Histogram(1, (1L << 42) - 1, 2);
        for (long value : nanos) {
            histogram.recordValue(value);
        }
        histogram.setTag(tag);
        histogram.setStartTimeStamp(startMillis);
        histogram.setEndTimeStamp(endMillis);
        return histogram;
    }

    public static byte[] bytes(Histogram... lines) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        HistogramLogWriter writer = new HistogramLogWriter(bytes);
        writer.outputLogFormatVersion();
        writer.outputStartTime(lines[0].getStartTimeStamp());
        writer.outputLegend();
        for (Histogram line : lines) {
            writer.outputIntervalHistogram(line);
        }
        writer.close();
        return bytes.toByteArray();
    }

    public static Path write(Path file, Histogram... lines) throws IOException {
        return Files.write(file, bytes(lines));
    }

    public static byte[] compressed(byte[] bytes) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(compressed)) {
            out.write(bytes);
        }
        return compressed.toByteArray();
    }

    /** Sums by tag, all of one merge. */
    static Map<String, Histogram> merged(Path... files) throws IOException {
        Map<String, Histogram> sums = new TreeMap<>();
        merge(LineFilter.ALL, 0, false, files)
                .run((tag, sum, covered) -> sums.put(String.valueOf(sum.total().getTag()), sum.total()), () -> {});
        return sums;
    }

    public static LogMerge merge(LineFilter filter, long everyMillis, boolean skipsBad, Path... files) {
        return new LogMerge(List.of(files).stream().map(LogSource::of).toList(), filter, everyMillis, skipsBad);
    }

    /** {@code tag@start+length:count}, times in s since {@link #START_MILLIS}, in order. */
    public static List<String> lines(LogMerge merge) throws IOException {
        List<String> lines = new ArrayList<>();
        merge.run((tag, sum, covered) -> lines.add(line(sum.total())), () -> {});
        return lines;
    }

    /** {@code tag:covered time} in s, in order. */
    public static List<String> covered(LogMerge merge) throws IOException {
        List<String> lines = new ArrayList<>();
        merge.run(
                (tag, sum, covered) -> lines.add(String.valueOf(sum.total().getTag()) + ':' + covered / 1000.0),
                () -> {});
        return lines;
    }

    private static String line(Histogram sum) {
        return sum.getTag()
                + '@'
                + (sum.getStartTimeStamp() - START_MILLIS) / 1000
                + '+'
                + (sum.getEndTimeStamp() - sum.getStartTimeStamp()) / 1000
                + ':'
                + sum.getTotalCount();
    }
}
