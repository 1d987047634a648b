package org.latencyprobes.cli.merge;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the numbers at the beginning of a log's lines mean: seconds since 1970, or since a base that a header tells.
 *
 * <p>The rules are those of {@code org.HdrHistogram.HistogramLogReader} (Gil Tene, public domain): a base time is added where there is one;
 * where there is only a start time, and the first line lies more than a year before it, times count from it. Unlike there, a header that
 * follows on lines begins a new log, so that logs that were simply strung together keep their times.
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
     * Takes a comment into account.
     *
     * @throws NumberFormatException if it is a header whose time is no number
     */
    void comment(String comment) {
        Matcher header = HEADER.matcher(comment);
        if (!header.matches()) {
            return;
        }
        if (hasLines) {
            startSeconds = Double.NaN;
            isBaseKnown = false;
            hasLines = false;
            part++;
        }
        switch (header.group(1).charAt(0)) {
            case 'S' -> startSeconds = Double.parseDouble(header.group(2));
            case 'B' -> {
                baseSeconds = Double.parseDouble(header.group(2));
                isBaseKnown = true;
            }
            default -> {}
        }
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

    /** Which of the logs it is that were strung together, from 0. */
    int part() {
        return part;
    }

    /** Whether there were times that count from a moment which the log does not tell. */
    boolean isUnknown() {
        return isUnknown;
    }
}
