package org.latencyprobes.cli.compare;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.latencyprobes.cli.logs.HistogramSum;
import org.latencyprobes.cli.logs.TimedBlocks;

/** What one run recorded of one probe: counts, and the samples of calls that returned. Not thread-safe. */
final class ProbeRun {

    private static final String ERROR = "error";

    private final TimedBlocks blocks;
    private long calls;
    private long errors;
    private long untimed;

    /** Creates an empty recording with at most that many blocks of time. */
    ProbeRun(int mostBlocks) {
        blocks = new TimedBlocks(mostBlocks);
    }

    /** Adds a line. An empty outcome is that of another writer, which has none. */
    void add(String outcome, Histogram line, long lineUntimed) {
        calls += line.getTotalCount() + lineUntimed;
        untimed += lineUntimed;
        if (outcome.equals(ERROR)) {
            errors += line.getTotalCount() + lineUntimed;
        } else if (outcome.isEmpty() || outcome.equals("ok")) {
            blocks.add(line);
        }
    }

    /** Frees the memory of adding, of some 40 kB. Lines can still be added. */
    void close() {
        blocks.close();
    }

    /** The number of calls, whatever their outcome. */
    long calls() {
        return calls;
    }

    /** How many of them threw an exception. */
    long errors() {
        return errors;
    }

    /** How many were counted and not timed. */
    long untimed() {
        return untimed;
    }

    /** The samples of calls that returned, in blocks of time. */
    List<Histogram> blocks() {
        return blocks.histograms();
    }

    /** All samples of calls that returned; null if there are none. */
    Histogram total() {
        return HistogramSum.of(blocks());
    }
}
