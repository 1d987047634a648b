package org.latencyprobes.demo.fix.engine;

/**
 * A part of the way of a message through an engine, as methods that the agent can time.
 *
 * @param name what it does: encode, send, write, receive, session, parse, validate, application, index, store
 * @param side {@code client} or {@code server}
 * @param pattern the methods, as the agent's option {@code probes} has them, without a name
 * @param inclusive whether other stages of the same side happen inside it
 * @param perMessage expected calls for each order that is answered, in a JVM that hosts this side alone; the session's own messages
 *     (logons, heartbeats) come on top. {@link #BATCHED} where calls come in batches of no fixed size
 */
public record Stage(String name, String side, String pattern, boolean inclusive, double perMessage) {

    /** The calls depend on how many messages come at once. */
    public static final double BATCHED = Double.NaN;
}
