package org.latencyprobes.agent;

import org.latencyprobes.agent.clock.Clock;

/**
 * The lowest costs that were measured with a clock. Until the compilers are done each measurement finds lower ones, and a busy machine may
 * make any of them too high, but none too low. For one thread.
 */
final class LowestCosts {

    /** What is lower than this part of a former cost is another one. */
    private static final double AGREEING = 0.8;

    private Clock clock;
    private ModeCosts lowest;
    private boolean isSettled;

    /** Takes a measurement. */
    void add(Clock with, ModeCosts measured) {
        boolean isFirst = lowest == null || clock != with;
        isSettled = !isFirst
                && measured.timedNanos() >= AGREEING * lowest.timedNanos()
                && measured.untimedNanos() >= AGREEING * lowest.untimedNanos();
        lowest = isFirst
                ? measured
                : new ModeCosts(
                        Math.min(lowest.timedNanos(), measured.timedNanos()),
                        Math.min(lowest.untimedNanos(), measured.untimedNanos()));
        clock = with;
    }

    /** Null where none were measured. */
    ModeCosts lowest() {
        return lowest;
    }

    /** Whether the last measurement found no lower costs than those before: two agree. */
    boolean isSettled() {
        return isSettled;
    }
}
