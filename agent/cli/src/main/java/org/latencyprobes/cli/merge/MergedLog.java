package org.latencyprobes.cli.merge;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.latencyprobes.cli.logs.HistogramSum;
import org.latencyprobes.internal.histogram.Tag;
import org.latencyprobes.internal.log.OwnerOnly;
import org.latencyprobes.internal.log.UntimedComment;

/**
 * The merged log, which HdrHistogram's tools can read. A file gets its name only when it is complete, and only its owner can read it. A
 * target that is not a regular file, such as a pipe, is written to directly.
 *
 * <p>HdrHistogram's tools skip lines that begin before the start time of their log. A header with an earlier start time therefore precedes
 * such a line. Not thread-safe.
 */
final class MergedLog implements LogMerge.Target, Closeable {

    private final Path file;
    private final Path unfinished;
    private final PrintStream out;
    private final HistogramLogWriter writer;
    private long startMillis = Long.MAX_VALUE;

    private MergedLog(Path file, Path unfinished, OutputStream out) {
        this.file = file;
        this.unfinished = unfinished;
        this.out = new PrintStream(out, false, StandardCharsets.UTF_8);
        this.writer = new HistogramLogWriter(this.out);
        writer.outputComment("[Latency Probes; merged; tags are name;key=value;…;outcome, percent-encoded]");
        writer.outputLogFormatVersion();
    }

    /** Begins a log in a file. */
    static MergedLog to(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            return new MergedLog(null, null, Files.newOutputStream(file));
        }
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        Path unfinished =
                Files.createTempFile(target.getParent(), "." + target.getFileName(), ".part", OwnerOnly.file());
        unfinished.toFile().deleteOnExit(); // after Ctrl-C
        return new MergedLog(target, unfinished, new BufferedOutputStream(Files.newOutputStream(unfinished)));
    }

    /** Begins a log in a stream, which stays open. */
    static MergedLog to(OutputStream out) {
        return new MergedLog(null, null, new BufferedOutputStream(out) {
            @Override
            public void close() throws IOException {
                flush();
            }
        });
    }

    @Override
    public void line(Tag tag, HistogramSum sum, long coveredMillis) throws IOException {
        Histogram histogram = sum.total();
        if (histogram.getStartTimeStamp() < startMillis) {
            boolean isFirst = startMillis == Long.MAX_VALUE;
            startMillis = histogram.getStartTimeStamp();
            writer.outputStartTime(startMillis);
            if (isFirst) {
                writer.outputLegend();
            }
        }
        if (sum.untimed().calls() > 0) {
            writer.outputComment(UntimedComment.of(sum.untimed().calls(), false)); // lines may be of different modes
        }
        writer.outputIntervalHistogram(histogram);
        check();
    }

    /**
     * Completes the log and gives the file its name.
     *
     * @throws IOException if not all of the log could be written
     */
    void finish() throws IOException {
        if (file == null) {
            check();
            return;
        }
        out.close();
        check();
        Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    }

    /** A print stream throws no exception. Asking it for errors also flushes it. */
    private void check() throws IOException {
        if (out.checkError()) {
            throw new IOException("the merged log could not be written");
        }
    }

    @Override
    public void close() throws IOException {
        out.close();
        if (unfinished != null) {
            Files.deleteIfExists(unfinished);
        }
    }
}
