package org.latencyprobes.agent.cost;

import org.latencyprobes.agent.base.Mode;

/**
 * What a call costs in each mode. Immutable.
 *
 * @param timedNanos what a timed call costs
 * @param untimedNanos what a counted call costs, and what the choice whether to time one does
 */
public record ModeCosts(double timedNanos, double untimedNanos) {

    /** What is lower than this part of a former cost is another one. */
    private static final double AGREEING = 0.8;

    /** Whether these are not much lower than those of before, as they are until the compilers are done. */
    boolean isNotFarBelow(ModeCosts former) {
        return timedNanos >= AGREEING * former.timedNanos && untimedNanos >= AGREEING * former.untimedNanos;
    }

    /** Of so many calls, in ns. */
    double of(long timed, long counted) {
        return timed * timedNanos + counted * untimedNanos;
    }

    /** These, or as much of them as so many calls can have taken of a time, in ns; 0 where that is not known. */
    ModeCosts within(double mostNanos, long timed, long counted) {
        double part = mostNanos / of(timed, counted);
        return mostNanos > 0 && part < 1 ? new ModeCosts(part * timedNanos, part * untimedNanos) : this;
    }

    /** Of a call, in ns. */
    double of(Mode mode) {
        if (mode.isOff()) {
            return 0;
        }
        return mode.isOn() ? timedNanos : untimedNanos + (mode.oneIn() == 0 ? 0 : timedNanos / mode.oneIn());
    }
}
