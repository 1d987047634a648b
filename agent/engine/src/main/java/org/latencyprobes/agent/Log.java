package org.latencyprobes.agent;

import java.io.PrintStream;

/**
 * What the agent has to say for itself: single lines on the standard error that the JVM was started with, so that no stream of the
 * application's is called from its class loading. Thread-safe.
 */
public final class Log {

    private static final String PREFIX = "latency-probes: ";
    private static final PrintStream ERR = System.err;

    private Log() {}

    /**
     * Prints a line.
     *
     * @param message without line end
     */
    public static void say(String message) {
        ERR.println(PREFIX + message);
    }

    /**
     * A fault in one line.
     *
     * @param fault anything thrown
     * @return its message, with its type where the message alone would say nothing
     */
    public static String describe(Throwable fault) {
        String message = fault.getMessage();
        return message == null || message.isBlank()
                ? fault.getClass().getName()
                : fault.getClass().getSimpleName() + ": " + message;
    }
}
