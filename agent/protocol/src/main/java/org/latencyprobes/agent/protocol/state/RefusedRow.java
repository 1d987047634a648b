package org.latencyprobes.agent.protocol.state;

/**
 * A method that could not be woven.
 *
 * @param method the method
 * @param reason why
 */
public record RefusedRow(String method, String reason) {

    /** Name of the table. */
    public static final String TABLE = "refused";
}
