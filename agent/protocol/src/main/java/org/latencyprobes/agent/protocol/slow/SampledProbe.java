package org.latencyprobes.agent.protocol.slow;

import java.util.Map;

/**
 * What is known of the sample of one probe's calls.
 *
 * @param probe name of the probe
 * @param tags of the probe
 * @param outcome {@code ok}, {@code error} or {@code cancelled}
 * @param most how many calls the sample has room for
 * @param lost about how many calls had no chance to be in it, by the number of their stratum: four of them span a factor of two
 */
public record SampledProbe(String probe, Map<String, String> tags, String outcome, int most, Map<String, Double> lost) {

    /** Name of the table. */
    public static final String TABLE = "samples";
}
