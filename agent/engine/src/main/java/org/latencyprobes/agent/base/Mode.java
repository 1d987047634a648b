package org.latencyprobes.agent.base;

import java.util.Locale;

/** A probe's mode: which of its calls are timed. */
public enum Mode {
    /** All calls are timed. */
    ON,
    /** No call is timed, which costs next to nothing. */
    OFF;

    /**
     * The mode that a user names.
     *
     * @param text {@code on} or {@code off}
     * @return null where there is no such mode
     */
    public static Mode named(String text) {
        for (Mode mode : values()) {
            if (mode.toString().equals(text)) {
                return mode;
            }
        }
        return null;
    }

    /** The mode as users write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
