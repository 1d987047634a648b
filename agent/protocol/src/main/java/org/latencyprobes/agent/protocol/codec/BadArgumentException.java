package org.latencyprobes.agent.protocol.codec;

/** A refusal of an argument of a request. The message names it, its value and what is allowed. */
public final class BadArgumentException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    public BadArgumentException(String message) {
        super(message);
    }
}
