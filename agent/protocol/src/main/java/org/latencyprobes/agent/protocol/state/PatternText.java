package org.latencyprobes.agent.protocol.state;

/**
 * A pattern of which something is said by the name of its table.
 *
 * @param pattern the pattern
 */
public record PatternText(String pattern) {

    /** Name of the table of patterns whose methods are no longer probed. */
    public static final String EXCLUDED = "excluded";

    /** Name of the table of patterns that were refused, since no loaded class has what they match. */
    public static final String UNMATCHED = "unmatched";
}
