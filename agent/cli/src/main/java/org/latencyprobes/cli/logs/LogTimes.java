package org.latencyprobes.cli.logs;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The times of a log's lines. A line has seconds since 1970, or since a base time in a header.
 *
 * <p>The rules are those of {@code org.HdrHistogram.HistogramLogReader} (Gil Tene, public domain): a base time is added if
 * there is one. If there is only a start time, and the first line is more than a year earlier, times count from the start time. Unlike there,
 * a header after lines begins a new log, so that concatenated logs keep their times.
 */
final class LogTimes {

    private static final double YEAR_SECONDS = 365 * 24 * 3600.0;
    private static final double EARLIEST_SECONDS = 10 * YEAR_SECONDS;
    private static final Pattern HEADER =
            Pattern.compile("#\\[(StartTime: |BaseTime: |Histogram log format)\\s*([^ \\],]*).*");

    private double startSeconds = Double.NaN;
    private double baseSeconds = Double.NaN;
    private boolean isBaseKnown;
    private boolean hasLines;
    private boolean isUnknown;
    private int part;

    /**
     * Reads the time in a comment that is a header; false where it is none.
     *
     * @throws NumberFormatException if the header's time is not a number
     */
    boolean comment(String comment) {
        Matcher header = HEADER.matcher(comment);
        if (!header.matches()) {
            return false;
        }
        if (hasLines) {
            startSeconds = Double.NaN;
            isBaseKnown = false;
            hasLines = false;
            part++;
        }
        if (header.group(1).startsWith("Start")) {
            startSeconds = Double.parseDouble(header.group(2));
        } else if (header.group(1).startsWith("Base")) {
            baseSeconds = Double.parseDouble(header.group(2));
            isBaseKnown = true;
        }
        return true;
    }

    /** A line's time in ms since 1970. */
    long millis(double seconds) {
        hasLines = true;
        if (!isBaseKnown) {
            isBaseKnown = true;
            baseSeconds = seconds < startSeconds - YEAR_SECONDS ? startSeconds : 0;
        }
        isUnknown |= baseSeconds + seconds < EARLIEST_SECONDS;
        return Math.round((baseSeconds + seconds) * 1_000);
    }

    /** The number of the present log among concatenated ones, from 0. */
    int part() {
        return part;
    }

    /** Whether some times count from a moment that the log does not state. */
    boolean isUnknown() {
        return isUnknown;
    }
}
