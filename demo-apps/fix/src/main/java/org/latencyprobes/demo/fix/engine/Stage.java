package org.latencyprobes.demo.fix.engine;

/**
 * A part of a message's way through an engine, as methods that the agent can time. Each is called once for each order that is answered, on
 * each side that has it; the session's own messages (logons, heartbeats) come on top.
 *
 * @param name what it does: encode, send, write, receive, parse, validate, application, store
 * @param side {@link #CLIENT} or {@link #SERVER}
 * @param pattern the methods, as the agent's option {@code probes} has them, without a name; or {@link #PROGRAMMATIC}
 * @param within the stage of the same side inside of which it happens, or {@link #TOP}
 */
public record Stage(String name, String side, String pattern, String within) {

    public static final String CLIENT = "client";
    public static final String SERVER = "server";

    /** Inside no other stage. */
    public static final String TOP = "";

    /** Timed by a probe in the code, between two methods of different threads. */
    public static final String PROGRAMMATIC = "";

    /** The application behind every engine. */
    public static Stage application(String within) {
        return new Stage("application", SERVER, OrderDesk.class.getName() + "#execute", within);
    }
}
