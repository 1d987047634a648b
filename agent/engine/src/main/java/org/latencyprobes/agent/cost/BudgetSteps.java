package org.latencyprobes.agent.cost;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.latencyprobes.agent.base.Mode;

/**
 * The steps that keep what measuring costs within a budget: from what each probe costs in a period follows which ones change their mode. It
 * changes nothing itself. For one thread.
 *
 * <p>There are two limits: what all probes cost, and what measuring a call costs of the mean time of its probe's calls. Where a period is
 * over the first, the costliest probe is taken one step down, again and again, until what is foreseen is within it. So one period is enough
 * as long as the rates stay. Where {@value #CALM_PERIODS} periods were within it, each further one takes one probe a step up, the one that
 * adds least, if what is foreseen stays below {@value #RAISE_BELOW} of the limit.
 *
 * <p>A probe that is over the second limit goes as far down as that needs, and up where the next step stays below {@value #RAISE_BELOW} of it.
 *
 * <p>What is off has no known rate, and what is not timed has no known mean. It goes a step up after {@value #FIRST_WAIT} periods, and after
 * twice as many each time that this cost too much.
 */
final class BudgetSteps {

    /** The costliest first. */
    private static final List<Mode> STEPS =
            List.of(Mode.ON, Mode.sampled(16), Mode.sampled(256), Mode.COUNTED, Mode.OFF);

    static final int CALM_PERIODS = 3;
    static final double RAISE_BELOW = 0.7;
    static final int FIRST_WAIT = 8;

    /** To switch off what takes less of the limit saves nothing. */
    static final double BESIDES_PINNED = 0.01;

    /** The mean of fewer timed calls says too little. */
    static final int FEWEST_TIMED_CALLS = 100;

    private static final int LONGEST_WAIT = 64;
    private static final int LONGEST_OWN_WAIT = 1024;
    private final Limits limits;
    private final Map<String, State> states = new TreeMap<>();
    private ModeCosts costs;
    private boolean areCostsSettled;
    private double foreseenNanos;
    private double pinnedNanos;
    private int calmPeriods;

    /**
     * The limits, infinite where there is none.
     *
     * @param nanos of all probes, in ns a second
     * @param ownShare of a call, in parts of the mean time
     */
    record Limits(double nanos, double ownShare) {}

    /**
     * The calls of one probe in a period.
     *
     * @param perSecond their rate
     * @param timed how many were timed, but for outliers
     * @param timedNanos how long these took together
     */
    record Load(double perSecond, long timed, double timedNanos) {

        static final Load NONE = new Load(0, 0, 0);

        Load plus(Load other) {
            return new Load(perSecond + other.perSecond, timed + other.timed, timedNanos + other.timedNanos);
        }
    }

    /** A change to be made. */
    record Change(String probe, Mode from, Mode to) {}

    private static final class State {

        private Mode top;
        private Mode mode;
        private double perSecond;
        private long timed;
        private double timedNanos;
        private double meanNanos;
        private int blindPeriods;
        private int wait = FIRST_WAIT;
    }

    BudgetSteps(Limits limits) {
        this.limits = limits;
    }

    /**
     * From the next period on; to be told before the first. Where they are not settled, they may be much too high: then no probe goes so far
     * down for its own limit that it is not timed, from where it takes long to come back.
     */
    void follow(ModeCosts next, boolean areSettled) {
        costs = next;
        areCostsSettled = areSettled;
    }

    /**
     * Goes on by one period.
     *
     * @param loads the calls of each probe, by name
     * @param modes their present modes
     * @param pinned those whose mode must stay
     */
    List<Change> next(Map<String, Load> loads, Map<String, Mode> modes, Set<String> pinned) {
        states.keySet().retainAll(modes.keySet());
        states.keySet().removeAll(pinned);
        pinnedNanos = 0;
        modes.forEach((name, mode) -> {
            Load load = loads.getOrDefault(name, Load.NONE);
            if (pinned.contains(name)) {
                pinnedNanos += load.perSecond() * costs.of(mode);
            } else {
                update(states.computeIfAbsent(name, any -> new State()), mode, load);
            }
        });
        Map<String, Mode> before = new HashMap<>();
        states.forEach((name, state) -> before.put(name, state.mode));
        foreseenNanos = pinnedNanos;
        states.values().forEach(state -> foreseenNanos += costNanos(state));
        states.values().forEach(this::lowerToOwnLimit);
        if (foreseenNanos > partNanos(1)) {
            calmPeriods = 0;
            lower();
        } else if (++calmPeriods > CALM_PERIODS) {
            raise();
        }
        return changesSince(before);
    }

    private List<Change> changesSince(Map<String, Mode> before) {
        List<Change> changes = new ArrayList<>();
        states.forEach((name, state) -> {
            Mode former = before.get(name);
            if (!former.equals(state.mode)) {
                changes.add(new Change(name, former, state.mode));
                if (isBlind(state.mode) && costs.of(state.mode) < costs.of(former)) {
                    prolongWait(state);
                }
            }
        });
        return changes;
    }

    private void update(State state, Mode mode, Load load) {
        if (state.top == null || !mode.equals(state.mode)) { // new, or set by somebody else
            state.top = mode;
            state.mode = mode;
        }
        state.blindPeriods = isBlind(mode) ? state.blindPeriods + 1 : 0;
        if (!mode.isOff()) {
            state.perSecond = load.perSecond();
        }
        state.timed += load.timed();
        state.timedNanos += load.timedNanos();
        if (state.timed >= FEWEST_TIMED_CALLS) {
            state.meanNanos = state.timedNanos / state.timed;
            forgetTimed(state);
        }
    }

    private static void forgetTimed(State state) {
        state.timed = 0;
        state.timedNanos = 0;
    }

    /** Whether a mode does not tell what a limit asks for. */
    private boolean isBlind(Mode mode) {
        return mode.isOff() || mode.oneIn() == 0 && limits.ownShare() < Double.POSITIVE_INFINITY;
    }

    private void lowerToOwnLimit(State state) {
        while (costs.of(state.mode) > ownLimitNanos(state) && (areCostsSettled || !isBlind(cheaper(state.mode)))) {
            to(state, cheaper(state.mode));
        }
    }

    private double ownLimitNanos(State state) {
        return state.meanNanos == 0 ? Double.POSITIVE_INFINITY : limits.ownShare() * state.meanNanos;
    }

    /** A part of the limit, and besides pinned probes of what the others may always take. */
    private double partNanos(double part) {
        return Math.max(part * limits.nanos(), pinnedNanos + part * BESIDES_PINNED * limits.nanos());
    }

    private void lower() {
        while (foreseenNanos > partNanos(1)) {
            State costliest = states.values().stream()
                    .max(Comparator.comparingDouble(this::costNanos))
                    .orElse(null);
            if (costliest == null || costliest.mode.isOff() || costliest.perSecond == 0) {
                return;
            }
            to(costliest, cheaper(costliest.mode));
        }
    }

    /** A probe that has gone down so far that it does not tell whether it may rise. */
    private void prolongWait(State state) {
        boolean isByOwnLimit = costs.of(up(state)) > ownLimitNanos(state);
        state.wait = Math.min(isByOwnLimit ? LONGEST_OWN_WAIT : LONGEST_WAIT, 2 * state.wait);
    }

    private Mode up(State state) {
        return costlier(state.mode, state.top);
    }

    /** One step down. */
    static Mode cheaper(Mode mode) {
        for (Mode step : STEPS) {
            if (timedShare(step) < timedShare(mode)) {
                return step;
            }
        }
        return Mode.OFF;
    }

    /** One step up, but not above the top. */
    static Mode costlier(Mode mode, Mode top) {
        for (int i = STEPS.size() - 1; i >= 0; i--) {
            double step = timedShare(STEPS.get(i));
            if (step > timedShare(mode)) {
                return step < timedShare(top) ? STEPS.get(i) : top;
            }
        }
        return top;
    }

    /** The order of the modes, whatever was measured. */
    private static double timedShare(Mode mode) {
        if (mode.isOff()) {
            return -1;
        }
        return mode.isOn() ? 1 : mode.oneIn() == 0 ? 0 : 1.0 / mode.oneIn();
    }

    private double costNanos(State state) {
        return state.perSecond * costs.of(state.mode);
    }

    /** One probe; but all that can be where there is no limit to what they cost together. */
    private void raise() {
        Set<State> raised = new HashSet<>();
        State next = leastToRaise(raised);
        while (next != null) {
            raise(next);
            raised.add(next);
            next = limits.nanos() == Double.POSITIVE_INFINITY ? leastToRaise(raised) : null;
        }
    }

    private State leastToRaise(Set<State> raised) {
        State best = null;
        double least = partNanos(RAISE_BELOW) - foreseenNanos;
        for (State state : states.values()) {
            if (!raised.contains(state) && mayRise(state)) {
                double added = state.mode.isOff() ? 0 : addedNanos(state);
                if (added <= least) {
                    best = state;
                    least = added;
                }
            }
        }
        return best;
    }

    private boolean mayRise(State state) {
        if (state.mode.equals(state.top)) {
            return false;
        }
        return isBlind(state.mode)
                ? state.blindPeriods >= state.wait / 2
                : costs.of(up(state)) <= RAISE_BELOW * ownLimitNanos(state);
    }

    private void raise(State state) {
        if (state.mode.isOff()) {
            state.perSecond = 0;
        }
        if (isBlind(state.mode)) {
            state.meanNanos = 0;
            forgetTimed(state);
        } else if (state.meanNanos > 0 || limits.ownShare() == Double.POSITIVE_INFINITY) {
            state.wait = FIRST_WAIT;
        }
        to(state, up(state));
    }

    private double addedNanos(State state) {
        return state.perSecond * (costs.of(up(state)) - costs.of(state.mode));
    }

    private void to(State state, Mode mode) {
        foreseenNanos += state.perSecond * (costs.of(mode) - costs.of(state.mode));
        state.mode = mode;
        state.blindPeriods = 0;
    }

    /** What is foreseen for the next period, in ns a second. */
    double foreseenNanos() {
        return foreseenNanos;
    }

    /** What is pinned of that. */
    double pinnedNanos() {
        return pinnedNanos;
    }

    /** The mean time of a probe's timed calls, in ns; 0 where it is not known now. */
    double meanNanos(String probe) {
        return states.containsKey(probe) ? states.get(probe).meanNanos : 0;
    }

    /** The changes that take back all steps. */
    List<Change> back() {
        List<Change> changes = new ArrayList<>();
        states.forEach((name, state) -> {
            if (!state.mode.equals(state.top)) {
                changes.add(new Change(name, state.mode, state.top));
            }
        });
        return changes;
    }
}
