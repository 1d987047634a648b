package org.latencyprobes.agent.protocol;

/**
 * A frame of the stack of a call that has not returned. Frames of one stack follow each other, the innermost first.
 *
 * @param threadId the Java id of the call's thread; null where it is not known
 * @param frame class, method and line
 */
public record InFlightFrame(
        @Cell(Column.Type.ID) Long threadId, String frame) {

    /** Name of the table. */
    public static final String TABLE = "stacks";
}
