package org.latencyprobes.cli.logs;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.agent.base.Plural;

/** The counts of a merge: lines read, written, skipped and late. For one thread. */
public final class MergeCounts {

    /** How many skipped lines, and how many logs of unknown times, are named. */
    static final int MAX_NAMED = 5;

    private final List<String> bad = new ArrayList<>();
    private final List<String> unknownTimes = new ArrayList<>();
    private final Map<String, Long> holes = new LinkedHashMap<>();
    private long badLines;
    private long lines;
    private long written;
    private long late;

    public MergeCounts() {}

    void addBad(BadLogException e) {
        badLines++;
        if (bad.size() < MAX_NAMED) {
            bad.add(e.getMessage());
        }
    }

    void addUnknownTimes(String log) {
        if (unknownTimes.size() < MAX_NAMED && !unknownTimes.contains(log)) {
            unknownTimes.add(log);
        }
    }

    void addHole(String log, long bytes) {
        if (holes.size() < MAX_NAMED) {
            holes.put(log, bytes);
        }
    }

    public void addLine() {
        lines++;
    }

    public void addWritten() {
        written++;
    }

    public void addLate() {
        late++;
    }

    /** The number of lines that were added up: those that pass the filter. */
    public long lines() {
        return lines;
    }

    /** The number of lines that were written: one for each key and period, and one for each of the {@link #late} ones. */
    public long written() {
        return written;
    }

    /** The number of malformed lines that were skipped; 0 unless skipping is on. */
    public long badLines() {
        return badLines;
    }

    /**
     * The number of lines that came after the sum of their period had been written, so that the period has more than one line. They lasted
     * longer than four periods, or were out of order by more than that.
     */
    public long late() {
        return late;
    }

    /**
     * Which lines were passed over, and which logs do not tell their times.
     *
     * @return sentences
     */
    public List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (badLines > 0) {
            remarks.add("passed over " + Plural.of(badLines, "damaged line", "damaged lines") + ':');
            bad.forEach(line -> remarks.add("  " + line));
        }
        if (badLines > bad.size()) {
            remarks.add("  …");
        }
        unknownTimes.forEach(log -> remarks.add(log + " does not tell when it began: its times count as from 1970"));
        holes.forEach((log, bytes) -> remarks.add(log + " has a hole of " + Plural.of(bytes, "byte", "bytes")
                + " of zero, which is passed over: it was emptied while it was written, or the machine crashed"));
        return remarks;
    }
}
