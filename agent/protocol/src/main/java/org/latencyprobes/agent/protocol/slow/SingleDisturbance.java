package org.latencyprobes.agent.protocol.slow;

/**
 * A time in which the JVM did not run steadily.
 *
 * @param kind why
 * @param startNanos when it began, as {@link System#nanoTime} counts in the JVM
 * @param nanos how long it was, in ns
 */
public record SingleDisturbance(String kind, long startNanos, long nanos) {

    /** Name of the table. */
    public static final String TABLE = "singleDisturbances";
}
