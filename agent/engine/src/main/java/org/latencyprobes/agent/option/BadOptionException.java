package org.latencyprobes.agent.option;

import java.util.List;

/** An exception for options that cannot be followed. Each message names the option, its value, where it came from and what is allowed. */
public final class BadOptionException extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient List<String> messages;
    private final boolean exit;

    BadOptionException(List<String> messages, boolean exit) {
        super(String.join("; ", messages));
        this.messages = List.copyOf(messages);
        this.exit = exit;
    }

    /**
     * One message for each bad option.
     *
     * @return one or more
     */
    public List<String> messages() {
        return messages;
    }

    /**
     * Whether the user wants the JVM to end in this case.
     *
     * @return true for {@code onError=exit}
     */
    public boolean isExitWanted() {
        return exit;
    }
}
