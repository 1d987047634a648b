package org.latencyprobes.agent.protocol;

/**
 * What is said of calls that have not returned.
 *
 * @param sentence any text
 */
public record NotReturned(String sentence) {

    /** Name of the table. */
    public static final String TABLE = "notReturned";
}
