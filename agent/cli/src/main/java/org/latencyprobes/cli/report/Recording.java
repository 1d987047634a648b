package org.latencyprobes.cli.report;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.cli.live.RowKey;
import org.latencyprobes.cli.logs.HistogramSum;
import org.latencyprobes.internal.probe.Hub;

/**
 * What one probe recorded under one outcome.
 *
 * @param key what it is of; the outcome is empty where it is not known
 * @param runs the samples of each run, by its name, in ns; one for a JVM
 * @param blocks the samples by blocks of time, each with its times; empty where they are not known
 */
public record Recording(RowKey key, Map<String, Histogram> runs, List<Histogram> blocks) {

    /** Name and tags, with the copy and the outcome unless they are the usual ones. */
    String label() {
        String outcome = key.outcome();
        return key.name() + (outcome.isEmpty() || outcome.equals("ok") ? "" : " (" + outcome + ')');
    }

    /**
     * The samples of all runs.
     *
     * @return their sum, in ns; null where there is no run
     */
    public Histogram total() {
        return HistogramSum.of(runs.values());
    }

    /** Whether the samples are whole calls, and not what was inside or between them. */
    boolean isCalls() {
        return key.isCalls() && !key.outcome().endsWith(Hub.SELF_SUFFIX);
    }
}
