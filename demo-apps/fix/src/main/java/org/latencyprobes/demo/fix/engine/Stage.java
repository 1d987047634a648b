package org.latencyprobes.demo.fix.engine;

/**
 * A part of a message's way through an engine, as methods that the agent can time.
 *
 * @param name what it does: encode, send, write, receive, session, parse, validate, application, index, store
 * @param side {@link #CLIENT} or {@link #SERVER}
 * @param pattern the methods, as the agent's option {@code probes} has them, without a name; or {@link #PROGRAMMATIC}
 * @param within the stage of the same side inside of which it happens, or {@link #TOP}
 * @param perMessage expected calls for each order that is answered, in a JVM that hosts this side alone; the session's own messages
 *     (logons, heartbeats) come on top. {@link #BATCHED} where calls come in batches of no fixed size
 */
public record Stage(String name, String side, String pattern, String within, double perMessage) {

    public static final String CLIENT = "client";
    public static final String SERVER = "server";

    /** Inside no other stage. */
    public static final String TOP = "";

    /** Timed by a probe in the code, between two methods of different threads. */
    public static final String PROGRAMMATIC = "";

    /** The calls depend on how many messages come at once. */
    public static final double BATCHED = Double.NaN;
}
