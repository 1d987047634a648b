package org.latencyprobes.agent.option;

import java.util.Locale;

/** A source of jitter samples. */
public enum JitterSource {
    /** A thread that sleeps and records by how much it overslept. */
    HICCUP,
    /** A thread that spins on the clock and records gaps. */
    OS,
    /** None. */
    OFF;

    /** The source as users write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
