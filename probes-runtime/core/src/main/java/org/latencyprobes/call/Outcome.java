package org.latencyprobes.call;

import java.util.Locale;

/** The end of a timed call; each outcome of a probe has counts of its own. */
public enum Outcome {
    /** It returned. */
    OK,
    /** It threw, or what it returned failed later. */
    ERROR,
    /** What it returned was cancelled before it had a result. */
    CANCELLED;

    private final String label = name().toLowerCase(Locale.ROOT);

    /**
     * The outcome as reports and logs write it.
     *
     * @return {@code ok}, {@code error} or {@code cancelled}
     */
    public String label() {
        return label;
    }
}
