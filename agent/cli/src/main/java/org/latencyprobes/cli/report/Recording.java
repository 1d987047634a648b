package org.latencyprobes.cli.report;

import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.cli.merge.HistogramSum;
import org.latencyprobes.cli.merge.Untimed;
import org.latencyprobes.cli.print.ReportFigures;
import org.latencyprobes.probe.Hub;

/**
 * What one probe recorded under one outcome.
 *
 * @param probe its name
 * @param tags as tables have them: {@code key=value;…}
 * @param outcome empty where it is not known
 * @param kind {@code probe} or {@code jitter}, as tables have it
 * @param copy how many recordings of the same probe, tags, outcome and kind there are before
 * @param runs the samples of each run, by its name, in ns; one for a JVM
 * @param blocks the samples by blocks of time, each with its times; empty where they are not known
 */
public record Recording(
        String probe,
        String tags,
        String outcome,
        String kind,
        int copy,
        Map<String, Histogram> runs,
        List<Histogram> blocks) {

    /** Name and tags, with the copy and the outcome unless they are the usual ones. */
    String label() {
        String name = ReportFigures.label(tags.isEmpty() ? probe : probe + '{' + tags.replace(';', ',') + '}', copy);
        return outcome.isEmpty() || outcome.equals("ok") ? name : name + " (" + outcome + ')';
    }

    /**
     * The samples of all runs.
     *
     * @return their sum, in ns; null where there is no run
     */
    public Histogram total() {
        HistogramSum sum = new HistogramSum();
        runs.values().forEach(run -> sum.add(run, Untimed.NONE));
        return sum.total();
    }

    boolean isJitter() {
        return kind.equals("jitter");
    }

    /** Whether the samples are whole calls, and not what was inside or between them. */
    boolean isCalls() {
        return kind.equals("probe") && !outcome.endsWith(Hub.SELF_SUFFIX);
    }

    /**
     * Whether a row of a table {@code report} is about it.
     *
     * @param row cells, the first three of which are probe, tags and outcome
     * @return true if these are the same
     */
    public boolean isOf(List<String> row) {
        return row.get(0).equals(probe) && row.get(1).equals(tags) && row.get(2).equals(outcome);
    }
}
