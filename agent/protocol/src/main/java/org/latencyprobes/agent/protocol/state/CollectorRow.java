package org.latencyprobes.agent.protocol.state;

/**
 * A garbage collector.
 *
 * @param collector its name
 * @param collections how often it has run since the JVM's start
 * @param millis for how long, in ms
 */
public record CollectorRow(String collector, long collections, long millis) {

    /** Name of the table. */
    public static final String TABLE = "collectors";
}
