package org.latencyprobes.agent.protocol.state;

/**
 * A pattern whose methods are no longer probed.
 *
 * @param pattern the pattern
 */
public record ExcludedPattern(String pattern) {

    /** Name of the table. */
    public static final String TABLE = "excluded";
}
