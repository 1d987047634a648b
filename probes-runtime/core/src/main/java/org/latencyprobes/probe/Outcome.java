package org.latencyprobes.probe;

import java.util.Locale;

/** How a timed call ended; each outcome of a probe has counts of its own. */
public enum Outcome {
    /** It returned. */
    OK,
    /** It threw. */
    ERROR;

    private final String label = name().toLowerCase(Locale.ROOT);

    /**
     * The outcome as reports and logs write it.
     *
     * @return {@code ok} or {@code error}
     */
    public String label() {
        return label;
    }
}
