package org.latencyprobes.log;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.HistogramLogWriter;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;
import org.latencyprobes.internal.log.UntimedComment;

/**
 * An {@code .hlog} file of all probes and jitter: HdrHistogram's log format, with a tagged line for each probe and outcome that
 * recorded something in the interval. HdrHistogram's own tools read it, as {@code HistogramLogProcessor -tag …} does for one
 * probe.
 *
 * <p>A line holds what was timed. Where calls were counted besides, a comment before the line says how many ({@link UntimedComment}).
 *
 * <p>A file that has reached its size is renamed ({@code name.1.hlog} is the newest of the old ones), and the oldest beyond the
 * number kept is deleted. What a run before has left counts as an old one. A file that another process writes is left to it: the
 * next is {@code name-2.hlog}. Where the file system has no locks, the name has the process id: {@code name-4711.hlog}.
 *
 * <p>Files are readable by their owner only. When writing fails, the samples stay with the log's reader and go into the next
 * line that can be written: a full disk costs resolution in time, not samples. Thread-safe.
 */
public final class HistogramLog implements AutoCloseable {

    private final IntervalReader reader;
    private final RotatedFile file;
    private boolean closed;
    private volatile long lines;

    /**
     * Prepares a log of everything since the probes began; the file is made by the first {@link #write}.
     *
     * @param path the file, {@code ….hlog}
     * @param sizeBytes the size from which it is rotated, above 0
     * @param oldFiles how many rotated files are kept, 0 or more
     */
    public HistogramLog(Path path, long sizeBytes, int oldFiles) {
        this(new IntervalReader(), path, sizeBytes, oldFiles);
    }

    /**
     * Prepares a log that begins where a reader stands. A log that follows on another takes its reader, once that one is closed: what the
     * former could not write comes into this one.
     *
     * @param reader read by this log alone from now on
     * @param path the file, {@code ….hlog}
     * @param sizeBytes the size from which it is rotated, above 0
     * @param oldFiles how many rotated files are kept, 0 or more
     */
    public HistogramLog(IntervalReader reader, Path path, long sizeBytes, int oldFiles) {
        this.reader = reader;
        this.file = new RotatedFile(path, sizeBytes, oldFiles);
    }

    /**
     * Appends everything recorded since the last successful call. Does nothing once the log is closed. Waits for the disk.
     *
     * <p>An interrupt of this thread ends nothing: some applications interrupt all threads.
     *
     * @throws IOException if it could not be written; nothing is lost and nothing half written, the next call tries again
     */
    public synchronized void write() throws IOException {
        if (closed) {
            return;
        }
        boolean isInterrupted = Thread.interrupted(); // which would close the file
        try {
            List<Interval> intervals = reader.read();
            if (!intervals.isEmpty()) {
                append(intervals);
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void append(List<Interval> intervals) throws IOException {
        try {
            try {
                appendOnce(intervals);
            } catch (ClosedByInterruptException e) { // the file is given up; another one begins
                Thread.interrupted();
                try {
                    appendOnce(intervals);
                } finally {
                    Thread.currentThread().interrupt();
                }
            }
        } catch (IOException | RuntimeException e) {
            reader.unread();
            throw e;
        }
    }

    private void appendOnce(List<Interval> intervals) throws IOException {
        byte[] all = lines(intervals); // which takes a while: the file may be emptied meanwhile
        do {
            if (file.openIfNeeded()) {
                file.append(header(earliestStartMillis(intervals)));
            }
        } while (!file.append(all));
    }

    /** HdrHistogram's tools pass over lines that start before their file does. */
    private static long earliestStartMillis(List<Interval> intervals) {
        return intervals.stream().mapToLong(Interval::startMillis).min().orElseThrow();
    }

    private static byte[] header(long startMillis) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        HistogramLogWriter writer = new HistogramLogWriter(bytes);
        writer.outputComment(
                "[Latency Probes; process " + ProcessHandle.current().pid()
                        + "; durations in ns; tags are name;key=value;…;outcome, percent-encoded]");
        writer.outputLogFormatVersion();
        // as HdrHistogram's own line, but for the date, for which that asks the JDK for the time zone
        writer.outputComment(String.format(
                Locale.ROOT,
                "[StartTime: %.3f (seconds since epoch), %s]",
                startMillis / 1e3,
                Instant.ofEpochMilli(startMillis)));
        writer.outputLegend();
        writer.close();
        return bytes.toByteArray();
    }

    private byte[] lines(List<Interval> intervals) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        HistogramLogWriter writer = new HistogramLogWriter(bytes);
        for (Interval interval : intervals) {
            if (interval.untimed() > 0) {
                writer.outputComment(UntimedComment.of(interval.untimed(), interval.isUniform()));
            }
            interval.histogram().setTag(interval.tag());
            writer.outputIntervalHistogram(interval.histogram());
            lines = lines + 1; // under this object's lock
        }
        writer.close();
        return bytes.toByteArray();
    }

    /**
     * The file that is written.
     *
     * @return null before the first {@link #write}; another than the one asked for, where somebody else writes that
     */
    public synchronized Path path() {
        return file.path();
    }

    /**
     * The number of lines made, whether or not they could be written: the progress of a {@link #write} or {@link #close} that takes long.
     * May be called from any thread, and does not wait.
     *
     * @return a count since the log was prepared
     */
    public long lines() {
        return lines;
    }

    /**
     * Appends what is left and closes the file.
     *
     * @throws IOException if it could not be written
     */
    @Override
    public synchronized void close() throws IOException {
        try {
            write();
        } finally {
            closed = true;
            file.close();
        }
    }
}
