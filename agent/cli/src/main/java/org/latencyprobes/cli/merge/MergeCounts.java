package org.latencyprobes.cli.merge;

import java.util.ArrayList;
import java.util.List;

/** What a merge has met. For one thread. */
final class MergeCounts {

    /** How many of the lines that were passed over are told. */
    public static final int TOLD = 5;

    private final List<String> bad = new ArrayList<>();
    private final List<String> unknownTimes = new ArrayList<>();
    private long badLines;
    private long lines;
    private long written;
    private long late;

    MergeCounts() {}

    void addBad(BadLogException e) {
        badLines++;
        if (bad.size() < TOLD) {
            bad.add(e.getMessage());
        }
    }

    void addUnknownTimes(String log) {
        if (unknownTimes.size() < TOLD && !unknownTimes.contains(log)) {
            unknownTimes.add(log);
        }
    }

    void addLine() {
        lines++;
    }

    void addWritten() {
        written++;
    }

    void addLate() {
        late++;
    }

    /**
     * How many lines were added up.
     *
     * @return those that the filter let through
     */
    public long lines() {
        return lines;
    }

    /**
     * How many lines came of them.
     *
     * @return one for each probe and period, and those of {@link #late}
     */
    public long written() {
        return written;
    }

    /**
     * How many lines were passed over because they are none.
     *
     * @return 0 unless that was asked for
     */
    public long badLines() {
        return badLines;
    }

    /**
     * The first of the lines that were passed over.
     *
     * @return log, line and reason of each, {@link #TOLD} at most
     */
    public List<String> bad() {
        return List.copyOf(bad);
    }

    /**
     * How many lines came when the sum of their period had been given out already, so that the period has more than one line.
     *
     * @return lines that lasted longer than four periods, or were out of order by more than that
     */
    public long late() {
        return late;
    }

    /**
     * Logs whose times count from a moment that they do not tell.
     *
     * @return names, {@link #TOLD} at most
     */
    public List<String> unknownTimes() {
        return List.copyOf(unknownTimes);
    }
}
