package org.latencyprobes.cli.logs;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/** A position in a log. The log is opened at its first line and closed after its last. Not thread-safe. */
public final class LogCursor implements Closeable {

    private final LogSource source;
    private final LongAdder bytesRead;
    private final MergeCounts counts;
    private final boolean skipsBad;

    private LogLines lines;
    private LogLine line;
    private long endMillis;

    public LogCursor(LogSource source, LongAdder bytesRead, MergeCounts counts, boolean skipsBad) {
        this.source = source;
        this.bytesRead = bytesRead;
        this.counts = counts;
        this.skipsBad = skipsBad;
    }

    /** Reads the end of the first line without leaving a file open; false if the log has no line. */
    public boolean peek() throws IOException {
        if (source.path() == null) {
            return next();
        }
        MergeCounts discarded = new MergeCounts();
        try (LogCursor first = new LogCursor(source, new LongAdder(), discarded, skipsBad)) {
            boolean isThere = first.next();
            endMillis = first.endMillis;
            return isThere || discarded.badLines() > 0; // they are counted when the log is read
        }
    }

    /** Moves to the next line; returns false at the end, where the log is closed. */
    public boolean next() throws IOException {
        do {
            line = null;
            try {
                if (lines == null) {
                    lines = source.open(bytesRead);
                }
                line = lines.next();
                if (line == null) {
                    end();
                    return false;
                }
                endMillis = line.endMillis();
            } catch (BadLogException e) {
                bad(e);
                if (lines == null) {
                    return false;
                }
            }
        } while (line == null);
        return true;
    }

    private void end() throws IOException {
        if (lines.areTimesUnknown()) {
            counts.addUnknownTimes(source.name());
        }
        if (lines.zeros() > 0) {
            counts.addHole(source.name(), lines.zeros());
        }
        close();
    }

    private void bad(BadLogException e) throws BadLogException {
        if (!skipsBad) {
            throw e;
        }
        counts.addBad(e);
    }

    public String host() {
        return source.host();
    }

    /** The present line; null before the first, and after the last. */
    public LogLine line() {
        return line;
    }

    /** The end of the present line, or of the first one after {@link #peek}. */
    public long endMillis() {
        return endMillis;
    }

    /** The samples of the present line; null if they cannot be decoded and bad lines are skipped. */
    public Histogram histogram() throws BadLogException {
        try {
            return lines.histogram();
        } catch (BadLogException e) {
            bad(e);
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        if (lines != null) {
            LogLines closing = lines;
            lines = null;
            line = null;
            closing.close();
        }
    }
}
