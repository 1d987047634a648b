package org.latencyprobes.internal.probe;

import java.util.Locale;

/** The kind of a probe's samples. */
public enum Kind {
    /** Durations of the application's own code. */
    PROBE,
    /** Delays of a sampler that watches the JVM and the machine. */
    JITTER,
    /** Durations of the application's own code, without the probed calls inside. */
    SELF;

    private final String label = name().toLowerCase(Locale.ROOT);

    /**
     * The kind as the hub carries it.
     *
     * @return {@code probe}, {@code jitter} or {@code self}
     */
    public String label() {
        return label;
    }
}
