package org.latencyprobes.agent.protocol.state;

/**
 * A pattern that is in force, or that a command took away.
 *
 * @param pattern the pattern
 * @param what {@value #PROBED}, {@value #EXCLUDED} or {@value #REMOVED}
 * @param source where it comes from
 */
public record PatternRow(String pattern, String what, String source) {

    /** Name of the table. */
    public static final String TABLE = "patterns";

    /** What it does if its methods are probed. */
    public static final String PROBED = "probed";

    /** What it does if they are kept out. */
    public static final String EXCLUDED = "excluded";

    /** That a command took it away. */
    public static final String REMOVED = "removed";
}
