package org.latencyprobes.agent.protocol.slow;

import java.util.Map;

/**
 * What is slow of a probe.
 *
 * @param probe name of the probe
 * @param tags of the probe
 * @param thresholdus longer calls are slow, in µs; NaN until it is set for the first time
 * @param over how many calls were longer
 * @param dropped how many of them were not kept
 */
public record SlowThreshold(String probe, Map<String, String> tags, double thresholdus, long over, long dropped) {

    /** Name of the table of probes that had slow calls. */
    public static final String TABLE = "thresholds";
}
