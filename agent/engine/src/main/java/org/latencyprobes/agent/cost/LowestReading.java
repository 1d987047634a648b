package org.latencyprobes.agent.cost;

import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.internal.jitter.ClockQuality;

/**
 * The lowest cost of a reading that was measured since the clock is used. Other programs, and code that is not compiled yet, may make a
 * measurement too high, but none too low. For one thread.
 */
final class LowestReading {

    private Clock clock;
    private ClockQuality lowest;

    /** Takes a measurement. One of another source replaces those before: a kernel may have left its source for a slower one. */
    void add(Clock with, ClockQuality measured) {
        boolean isFirst = clock != with || !lowest.source().equals(measured.source());
        lowest = isFirst
                ? measured
                : new ClockQuality(
                        measured.source(),
                        Math.min(lowest.resolutionNanos(), measured.resolutionNanos()),
                        Math.min(lowest.readNanos(), measured.readNanos()));
        clock = with;
    }

    /** Null where none were measured. */
    ClockQuality lowest() {
        return lowest;
    }

    /** The cost in ns. It is not above half of a call's: each timed call reads the clock twice, so a higher one is not true. */
    double nanos(double callNanos) {
        return Math.min(lowest.readNanos(), callNanos / 2);
    }
}
