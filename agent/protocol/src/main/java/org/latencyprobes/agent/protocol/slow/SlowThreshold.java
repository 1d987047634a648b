package org.latencyprobes.agent.protocol.slow;

import java.util.Map;

/**
 * What is slow of a probe.
 *
 * @param probe name of the probe
 * @param tags of the probe
 * @param thresholdus longer calls are slow, in µs; NaN until it is set for the first time
 * @param over about how many calls were longer
 */
public record SlowThreshold(String probe, Map<String, String> tags, double thresholdus, long over) {

    /** Name of the table of probes that had slow calls. */
    public static final String TABLE = "thresholds";
}
