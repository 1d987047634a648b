package org.latencyprobes.cli.jvm;

/** A failure to reach the agent in a JVM. The message names the JVM, gives the reason, and says what to do. */
public final class UnreachableException extends Exception {

    private static final long serialVersionUID = 1L;

    public UnreachableException(String message) {
        super(message);
    }
}
