package org.latencyprobes.agent.protocol.slow;

import java.util.Map;

/**
 * What the slow calls of a probe were slow for, since the start.
 *
 * @param probe name of the probe
 * @param tags of the probe
 * @param calls how many were explained
 * @param parts their time by cause, in µs
 */
public record SlowCauses(String probe, Map<String, String> tags, long calls, Map<String, Double> parts) {

    /** Name of the table. */
    public static final String TABLE = "slowCauses";
}
