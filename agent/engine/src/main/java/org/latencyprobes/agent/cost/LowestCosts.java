package org.latencyprobes.agent.cost;

import org.latencyprobes.agent.clock.Clock;

/**
 * The lowest costs that a loop gave with a clock. Until the compilers are done each run finds lower ones, and a busy machine may make any of
 * them too high, but none too low. For one thread.
 */
final class LowestCosts {

    /** Compiled, counting takes less of what timing does: it reads no clock. */
    private static final double MOST_COUNTING = 0.2;

    /** After so many runs the compilers are done, whatever the figures are. */
    private static final int MANY = 20;

    private Clock clock;
    private ModeCosts lowest;
    private int runs;
    private boolean isSettled;

    /** Takes a measurement. */
    void add(Clock with, ModeCosts measured) {
        boolean isFirst = lowest == null || clock != with;
        runs = isFirst ? 1 : runs + 1;
        isSettled = !isFirst && measured.isNotFarBelow(lowest) && (runs >= MANY || isCountingCheap());
        lowest = isFirst
                ? measured
                : new ModeCosts(
                        Math.min(lowest.timedNanos(), measured.timedNanos()),
                        Math.min(lowest.untimedNanos(), measured.untimedNanos()));
        clock = with;
    }

    /** Null where none were measured with that clock. */
    ModeCosts lowest(Clock with) {
        return clock == with ? lowest : null;
    }

    private boolean isCountingCheap() {
        return lowest.untimedNanos() <= MOST_COUNTING * lowest.timedNanos();
    }

    /** Whether the last run found no lower costs than those before: two agree. Two of code that is not compiled yet may, too. */
    boolean isSettled(Clock with) {
        return isSettled && clock == with;
    }
}
