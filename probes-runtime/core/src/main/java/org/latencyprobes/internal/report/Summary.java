package org.latencyprobes.internal.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.latencyprobes.histogram.Interval;

/**
 * A table of all probes of a reading: count, rate, total in ms, mean, percentiles and longest in µs; the jitter samplers last. It
 * keeps the figures and not the histograms. For one thread.
 */
public final class Summary {

    private final List<Figures> rows = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private boolean isSorted;

    /** Creates a summary of nothing. */
    public Summary() {}

    /**
     * Adds what one probe recorded under one outcome.
     *
     * @param interval the samples; not kept
     */
    public void add(Interval interval) {
        Figures row = Figures.of(interval);
        rows.add(row);
        isSorted = false;
        remark(row, interval.clampedLow(), "below 0 and counted as 0");
        remark(row, interval.clampedHigh(), "longer than 73 minutes and counted as that");
        remark(row, interval.unplaced(), "counted but in no percentile: the memory cap left no bucket");
    }

    private void remark(Figures row, long count, String what) {
        if (count > 0) {
            remarks.add(row.label() + ": " + count + " samples were " + what);
        }
    }

    /**
     * The rows.
     *
     * @return by name, the outcomes of a probe together
     */
    public List<Figures> rows() {
        if (!isSorted) {
            rows.sort(Figures.byName());
            isSorted = true;
        }
        return Collections.unmodifiableList(rows);
    }

    /**
     * What the table cannot show: samples that were clamped or found no bucket.
     *
     * @return a sentence for each probe concerned, by name
     */
    public List<String> remarks() {
        return remarks.stream().sorted().toList();
    }
}
