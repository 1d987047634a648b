package org.latencyprobes.cli.merge;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.latencyprobes.histogram.Tag;

/**
 * Writes sums as a histogram log that HdrHistogram's tools read. These pass over lines that begin before the start time of their log, so
 * a line that does is preceded by a header with a start time of its own. Not thread-safe.
 */
final class MergedLog implements LogMerge.Target {

    private final PrintStream out;
    private final HistogramLogWriter writer;
    private long startMillis = Long.MAX_VALUE;

    /**
     * Begins a log.
     *
     * @param out takes it; is flushed and not closed
     */
    public MergedLog(OutputStream out) {
        this.out = new PrintStream(out, false, StandardCharsets.UTF_8);
        this.writer = new HistogramLogWriter(this.out);
        writer.outputComment("[Latency Probes; merged; tags are name;key=value;…;outcome, percent-encoded]");
        writer.outputLogFormatVersion();
    }

    @Override
    public void line(Tag tag, Histogram histogram, long coveredMillis) throws IOException {
        if (histogram.getStartTimeStamp() < startMillis) {
            boolean isFirst = startMillis == Long.MAX_VALUE;
            startMillis = histogram.getStartTimeStamp();
            writer.outputStartTime(startMillis);
            if (isFirst) {
                writer.outputLegend();
            }
        }
        writer.outputIntervalHistogram(histogram);
        check();
    }

    /**
     * Hands over what is still buffered.
     *
     * @throws IOException if not all of the log could be written
     */
    public void flush() throws IOException {
        out.flush();
        check();
    }

    /** A print stream keeps its failures to itself; asking flushes. */
    private void check() throws IOException {
        if (out.checkError()) {
            throw new IOException("the merged log could not be written");
        }
    }
}
