package org.latencyprobes.cli.jvm;

/** A JVM that cannot be talked to. The message names it, says why, and what to do. */
public final class UnreachableException extends Exception {

    private static final long serialVersionUID = 1L;

    UnreachableException(String message) {
        super(message);
    }
}
