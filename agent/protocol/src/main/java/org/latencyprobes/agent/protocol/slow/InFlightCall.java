package org.latencyprobes.agent.protocol.slow;

/**
 * A call that has not returned.
 *
 * @param method its probed method
 * @param thread name of its thread
 * @param threadId the Java id of its thread; null where it is not known
 * @param state of its thread
 * @param ageus how long it has been in flight, in µs
 */
public record InFlightCall(String method, String thread, Long threadId, String state, double ageus) {

    /** Name of the table. */
    public static final String TABLE = "inFlight";
}
