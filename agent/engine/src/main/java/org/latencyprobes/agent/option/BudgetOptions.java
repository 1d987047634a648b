package org.latencyprobes.agent.option;

import org.latencyprobes.agent.pattern.ProbeNames;

/**
 * The checked options of the budget. Immutable.
 *
 * @param percent what measuring may cost, in % of one core; 0 for any
 * @param ownPercent what measuring a call may cost, in % of the mean time of its probe's calls; 0 for any
 * @param pinned probes whose modes stay as they are, or null for none
 */
public record BudgetOptions(double percent, double ownPercent, ProbeNames pinned) {

    /** Null where there is no limit. */
    static BudgetOptions of(OptionReader reader) {
        double percent = reader.percent(Option.BUDGET);
        double ownPercent = reader.percent(Option.BUDGET_OWN);
        ProbeNames pinned = reader.probes(Option.BUDGET_PINNED);
        return percent == 0 && ownPercent == 0 ? null : new BudgetOptions(percent, ownPercent, pinned);
    }
}
