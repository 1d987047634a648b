package org.latencyprobes.agent.protocol.figures;

import java.util.Map;

/**
 * The samples of one probe under one outcome, or of a jitter sampler.
 *
 * @param probe name of the probe
 * @param tags of the probe
 * @param outcome how its calls ended
 * @param histogram of the samples in ns, compressed, in base 64
 * @param kind of the probe
 * @param owner the copy of the runtime that records it
 */
public record HistogramRow(
        String probe, Map<String, String> tags, String outcome, String histogram, String kind, String owner) {

    /** Name of the table. */
    public static final String TABLE = "histograms";

    /** Name of a second table, of what was recorded since a later moment. */
    public static final String LATER_TABLE = "laterHistograms";
}
