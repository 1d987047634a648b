package org.latencyprobes.agent.clock;

import java.util.Locale;

/** The clock that a user asks for, or is given. */
public enum ClockName {
    /** The processor's time-stamp counter where it passes its check, {@link System#nanoTime} elsewhere. */
    AUTO,
    /** The processor's time-stamp counter, as Flight Recorder reads it. */
    TSC,
    /** The same counter, as a page of the agent's own reads it, once that is ready; until then, and where it can't be had, as {@link #AUTO}. */
    RDTSC,
    /** {@link System#nanoTime}. */
    NANOTIME;

    /** The name as users write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
