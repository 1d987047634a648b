package org.latencyprobes.agent.protocol.figures;

import java.util.Map;

/**
 * The cumulative counts of one series, as a snapshot holds them: a probe under one outcome, a jitter sampler, or self times.
 *
 * @param probe name of the probe
 * @param tags of the probe
 * @param outcome how its calls ended
 * @param kind of the probe
 * @param copy tells probes of the same name in several copies of the runtime from each other; 0 for the first
 * @param owner the copy of the runtime that records it
 * @param mode of the probe; empty for jitter
 * @param startMillis since when it counts, in ms since 1970
 * @param count how many calls there were
 * @param timed how many of them were timed
 * @param maxNanos the longest, in ns
 * @param uniform whether the timed calls are a uniform choice of all
 * @param histogram of the timed calls in ns, compressed, in base 64
 */
public record SeriesRow(
        String probe,
        Map<String, String> tags,
        String outcome,
        String kind,
        int copy,
        String owner,
        String mode,
        long startMillis,
        long count,
        long timed,
        long maxNanos,
        boolean uniform,
        String histogram) {

    /** Name of the table. */
    public static final String TABLE = "series";
}
