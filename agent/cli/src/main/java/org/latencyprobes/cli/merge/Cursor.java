package org.latencyprobes.cli.merge;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.Histogram;

/** A place in a log. Opens it at its first line and closes it behind its last. Not thread-safe. */
final class Cursor implements Closeable {

    private final LogSource source;
    private final LongAdder bytesRead;
    private final MergeCounts counts;
    private final boolean skipsBad;

    private LogLines lines;
    private boolean isAtLine;
    private long endMillis;

    Cursor(LogSource source, LongAdder bytesRead, MergeCounts counts, boolean skipsBad) {
        this.source = source;
        this.bytesRead = bytesRead;
        this.counts = counts;
        this.skipsBad = skipsBad;
    }

    /** Learns when the log begins without leaving a file open; false if it has no line. */
    boolean peek() throws IOException {
        if (source.path() == null) {
            return next();
        }
        MergeCounts notTwice = new MergeCounts();
        try (Cursor first = new Cursor(source, new LongAdder(), notTwice, skipsBad)) {
            boolean isThere = first.next();
            endMillis = first.endMillis;
            return isThere || notTwice.badLines() > 0; // these are counted when it is read
        }
    }

    /** Goes on to the next line; false, and closed, at the end. */
    boolean next() throws IOException {
        isAtLine = false;
        while (!isAtLine) {
            try {
                if (lines == null) {
                    lines = source.open(bytesRead);
                }
                if (!lines.next()) {
                    end();
                    return false;
                }
                isAtLine = true;
                endMillis = lines.endMillis();
            } catch (BadLogException e) {
                bad(e);
                if (lines == null) {
                    return false;
                }
            }
        }
        return true;
    }

    private void end() throws IOException {
        if (lines.areTimesUnknown()) {
            counts.addUnknownTimes(source.name());
        }
        close();
    }

    private void bad(BadLogException e) throws BadLogException {
        if (!skipsBad) {
            throw e;
        }
        counts.addBad(e);
    }

    boolean isAtLine() {
        return isAtLine;
    }

    String host() {
        return source.host();
    }

    /** Which of the logs in it the present line is of, where several were strung together. */
    int part() {
        return lines.part();
    }

    String tag() {
        return lines.tag();
    }

    long startMillis() {
        return lines.startMillis();
    }

    /** Of the present line, or of the first one where the log was only looked at. */
    long endMillis() {
        return endMillis;
    }

    /** The samples of the present line; null if they cannot be decoded and that is to be passed over. */
    Histogram histogram() throws BadLogException {
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
            isAtLine = false;
            closing.close();
        }
    }
}
