package org.latencyprobes.agent;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.latencyprobes.agent.base.Mode;

/**
 * The steps that keep what measuring costs within a budget: from what each probe costs in a period follows which ones change their mode. It
 * changes nothing itself. For one thread.
 *
 * <p>Where a period is over the budget, the dearest probe is taken one step down, again and again, until what is foreseen is within it. So
 * one period is enough as long as the rates stay. Where {@value #CALM_PERIODS} periods were within it, each further one takes one probe a
 * step up, the one that adds least, if what is foreseen stays below {@value #RAISE_BELOW} of the budget. What is off has no known rate: it is
 * counted again after {@value #FIRST_WAIT} periods, and after twice as many each time that this was too dear.
 */
final class BudgetSteps {

    static final int CALM_PERIODS = 3;
    static final double RAISE_BELOW = 0.7;
    static final int FIRST_WAIT = 8;

    private static final int LONGEST_WAIT = 64;
    private static final List<Mode> STEPS =
            List.of(Mode.ON, Mode.sampled(16), Mode.sampled(256), Mode.COUNTED, Mode.OFF);

    private final double budgetNanos;
    private final double timedNanos;
    private final double untimedNanos;
    private final Map<String, State> states = new TreeMap<>();
    private double foreseenNanos;
    private int calmPeriods;

    /** A change to be made. */
    record Change(String probe, Mode from, Mode to) {}

    private static final class State {

        private Mode top;
        private Mode mode;
        private double perSecond;
        private int offPeriods;
        private int wait = FIRST_WAIT;
    }

    /**
     * For one budget.
     *
     * @param budgetNanos in ns a second
     * @param timedNanos what a timed call costs
     * @param untimedNanos what a counted call costs, and what the choice whether to time one does
     */
    BudgetSteps(double budgetNanos, double timedNanos, double untimedNanos) {
        this.budgetNanos = budgetNanos;
        this.timedNanos = timedNanos;
        this.untimedNanos = untimedNanos;
    }

    /** What calls of this rate cost, in ns a second. */
    double costNanos(Mode mode, double perSecond) {
        if (mode.isOff()) {
            return 0;
        }
        return perSecond
                * (mode.isOn() ? timedNanos : untimedNanos + (mode.oneIn() == 0 ? 0 : timedNanos / mode.oneIn()));
    }

    /**
     * Goes on by one period.
     *
     * @param perSecond the calls of each probe, by name
     * @param modes their present modes
     * @param pinned those whose mode must stay
     */
    List<Change> next(Map<String, Double> perSecond, Map<String, Mode> modes, Set<String> pinned) {
        states.keySet().retainAll(modes.keySet());
        states.keySet().removeAll(pinned);
        double fixedNanos = 0;
        for (Map.Entry<String, Mode> each : modes.entrySet()) {
            double rate = perSecond.getOrDefault(each.getKey(), 0.0);
            if (pinned.contains(each.getKey())) {
                fixedNanos += costNanos(each.getValue(), rate);
            } else {
                update(each.getKey(), each.getValue(), rate);
            }
        }
        Map<String, Mode> before = new HashMap<>();
        states.forEach((name, state) -> before.put(name, state.mode));
        foreseenNanos = fixedNanos;
        states.values().forEach(state -> foreseenNanos += costNanos(state.mode, state.perSecond));
        if (foreseenNanos > budgetNanos) {
            calmPeriods = 0;
            lower();
        } else if (++calmPeriods > CALM_PERIODS) {
            raise();
        }
        List<Change> changes = new ArrayList<>();
        states.forEach((name, state) -> {
            if (!before.get(name).equals(state.mode)) {
                changes.add(new Change(name, before.get(name), state.mode));
            }
        });
        return changes;
    }

    private void update(String name, Mode mode, double perSecond) {
        State state = states.computeIfAbsent(name, any -> new State());
        if (state.top == null || !mode.equals(state.mode)) { // new, or set by somebody else
            state.top = mode;
            state.mode = mode;
        }
        state.offPeriods = mode.isOff() ? state.offPeriods + 1 : 0;
        if (!mode.isOff()) {
            state.perSecond = perSecond;
        }
    }

    private void lower() {
        while (foreseenNanos > budgetNanos) {
            State dearest = states.values().stream()
                    .max(Comparator.comparingDouble(state -> costNanos(state.mode, state.perSecond)))
                    .orElse(null);
            if (dearest == null || dearest.mode.isOff() || dearest.perSecond == 0) {
                return;
            }
            to(dearest, cheaper(dearest.mode));
            if (dearest.mode.isOff()) {
                dearest.offPeriods = 0;
                dearest.wait = Math.min(LONGEST_WAIT, 2 * dearest.wait);
            }
        }
    }

    private void raise() {
        State best = null;
        double least = RAISE_BELOW * budgetNanos - foreseenNanos;
        for (State state : states.values()) {
            if (!state.mode.equals(state.top) && (!state.mode.isOff() || state.offPeriods >= state.wait / 2)) {
                double added = state.mode.isOff() ? 0 : addedNanos(state);
                if (added <= least) {
                    best = state;
                    least = added;
                }
            }
        }
        if (best == null) {
            return;
        }
        if (best.mode.isOff()) {
            best.perSecond = 0;
        } else {
            best.wait = FIRST_WAIT;
        }
        to(best, dearer(best));
    }

    private double addedNanos(State state) {
        return costNanos(dearer(state), state.perSecond) - costNanos(state.mode, state.perSecond);
    }

    private void to(State state, Mode mode) {
        foreseenNanos += costNanos(mode, state.perSecond) - costNanos(state.mode, state.perSecond);
        state.mode = mode;
    }

    private Mode cheaper(Mode mode) {
        for (Mode step : STEPS) {
            if (costNanos(step, 1) < costNanos(mode, 1)) {
                return step;
            }
        }
        return Mode.OFF;
    }

    /** One step up, but not above the mode that the probe had by itself. */
    private Mode dearer(State state) {
        for (int i = STEPS.size() - 1; i >= 0; i--) {
            double step = costNanos(STEPS.get(i), 1);
            if (step > costNanos(state.mode, 1)) {
                return step < costNanos(state.top, 1) ? STEPS.get(i) : state.top;
            }
        }
        return state.top;
    }

    /** What is foreseen for the next period, in ns a second. */
    double foreseenNanos() {
        return foreseenNanos;
    }
}
