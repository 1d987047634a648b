package org.latencyprobes.agent.clock;

import java.util.Locale;

/** The clock that a user asks for, or is given. */
public enum ClockName {
    /** The processor's time-stamp counter where it passes its check, {@link System#nanoTime} elsewhere. */
    AUTO,
    /** The processor's time-stamp counter, as Flight Recorder reads it. */
    TSC,
    /** {@link System#nanoTime}. */
    NANOTIME;

    /** The name as users write it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
