package org.latencyprobes.agent.protocol.slow;

/**
 * A sentence that belongs to a report, beside its tables.
 *
 * @param sentence any text
 */
public record Remark(String sentence) {

    /** Name of the table of those on calls in flight for longer than their probe's calls take. */
    public static final String STUCK = "stuck";

    /** Name of the table of what somebody has to be asked before loaded classes are woven: {@code deoptimise=allow} is the consent. */
    public static final String DEOPTIMISE = "deoptimise";

    /** Name of the table of those on what was done to the JVM. */
    public static final String TABLE = "remarks";
}
