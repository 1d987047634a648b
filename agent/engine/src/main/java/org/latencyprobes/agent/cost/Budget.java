package org.latencyprobes.agent.cost;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_SECOND;
import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.option.BudgetOptions;
import org.latencyprobes.internal.counts.Layout;
import org.latencyprobes.internal.histogram.CountsReader;
import org.latencyprobes.internal.histogram.IntervalCounts;

/**
 * The keeper of the budget that measuring may cost: looks at each period's calls, and switches probes. A probe that is pinned, or whose mode
 * was set by its name, stays as it is. Each switch is one line. For one thread, the control thread.
 */
public final class Budget {

    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final double NANOS_PER_PERCENT = 1e7;
    private static final int LONGEST = 100;

    private final Linker linker;
    private final Set<String> given = new HashSet<>();
    private BudgetOptions limits;
    private BudgetSteps steps;
    private ModeCosts costs;
    private CountsReader reader;
    private long lastNanos;
    private boolean isPinnedOver;

    /** With null where measuring may cost what it will. */
    public Budget(Linker linker, BudgetOptions limits) {
        this.linker = linker;
        this.limits = limits;
    }

    /** Other limits; all probes have the modes again that they had without. */
    public void follow(BudgetOptions next) {
        if (isLike(next)) {
            return;
        }
        if (steps != null) {
            for (BudgetSteps.Change change : steps.back()) {
                linker.mode(change.probe(), change.to());
                Log.say("probe " + change.probe() + ": " + change.from() + " -> " + change.to()
                        + "; the budget has changed");
            }
        }
        limits = next;
        steps = null;
        reader = null;
    }

    /** Not the generated comparison, which would keep an agent that has left. */
    private boolean isLike(BudgetOptions next) {
        return limits == null || next == null
                ? limits == next
                : limits.percent() == next.percent()
                        && limits.ownPercent() == next.ownPercent()
                        && Objects.equals(limits.pinned(), next.pinned());
    }

    /** The probes of this name keep the mode that they have been given. */
    public void pin(String probe) {
        given.add(probe);
    }

    /** All probes have been given a mode at once; only those that the options pin still are. */
    public void restart() {
        given.clear();
        steps = null;
    }

    public void tend() {
        long nowNanos = System.nanoTime();
        if (limits == null || steps != null && nowNanos - lastNanos < PERIOD_NANOS) {
            return;
        }
        Map<String, Mode> modes = new HashMap<>();
        for (Linker.Linked probe : linker.linked()) {
            modes.put(probe.name(), probe.mode());
        }
        if (modes.isEmpty()) {
            return;
        }
        if (steps == null) {
            begin();
        } else {
            step((nowNanos - lastNanos) / NANOS_PER_SECOND, modes);
        }
        lastNanos = System.nanoTime();
    }

    private void begin() {
        steps = new BudgetSteps(new BudgetSteps.Limits(
                orInfinite(limits.percent()) * NANOS_PER_PERCENT, orInfinite(limits.ownPercent()) / PERCENT));
        reader = CountsReader.fromNow();
        measureCosts();
    }

    /** Until the compilers are done, costs fall from one period to the next. */
    private void measureCosts() {
        Clock clock = linker.clock();
        ModeCosts former = costs;
        costs = CallCost.isSettled(clock) ? CallCost.now(clock) : CallCost.runLoop(clock);
        steps.follow(costs, former != null && costs.isNotFarBelow(former) && CallCost.isSettled(clock));
    }

    private static double orInfinite(double percent) {
        return percent == 0 ? Double.POSITIVE_INFINITY : percent;
    }

    private void step(double seconds, Map<String, Mode> modes) {
        measureCosts();
        Map<String, BudgetSteps.Load> loads = new HashMap<>();
        reader.read(counts -> {
            if (counts.isCalls() && modes.containsKey(counts.name())) {
                loads.merge(counts.name(), load(counts, seconds), BudgetSteps.Load::plus);
            }
        });
        double spentNanos = 0;
        for (Map.Entry<String, BudgetSteps.Load> each : loads.entrySet()) {
            spentNanos += each.getValue().perSecond() * costs.of(modes.get(each.getKey()));
        }
        List<BudgetSteps.Change> changes = steps.next(loads, modes, pinned(modes.keySet()));
        sayWherePinnedAreOver();
        for (BudgetSteps.Change change : changes) {
            linker.mode(change.probe(), change.to());
            Log.say("probe " + change.probe() + ": " + change.from() + " -> " + change.to()
                    + reason(change, spentNanos));
        }
    }

    /** Said once, until it is no longer so. */
    private void sayWherePinnedAreOver() {
        boolean wasOver = isPinnedOver;
        isPinnedOver = limits.percent() > 0 && steps.pinnedNanos() > limits.percent() * NANOS_PER_PERCENT;
        if (isPinnedOver && !wasOver) {
            Log.say(String.format(
                    Locale.ROOT,
                    "the pinned probes alone take %.3f %% of one core, and the budget is %s %%: the others may take 1/%.0f of it together",
                    steps.pinnedNanos() / NANOS_PER_PERCENT,
                    limits.percent(),
                    1 / BudgetSteps.BESIDES_PINNED));
        }
    }

    private Set<String> pinned(Set<String> probes) {
        Set<String> pinned = new HashSet<>(given);
        for (String probe : probes) {
            if (limits.pinned() != null && limits.pinned().contains(probe)) {
                pinned.add(probe);
            }
        }
        return pinned;
    }

    private String reason(BudgetSteps.Change change, double spentNanos) {
        return (limits.percent() == 0
                        ? ""
                        : String.format(
                                Locale.ROOT,
                                "; measuring took %.3f %% of one core, %.3f %% is foreseen%s, the budget is %s %%",
                                spentNanos / NANOS_PER_PERCENT,
                                steps.foreseenNanos() / NANOS_PER_PERCENT,
                                isPinnedOver
                                        ? String.format(
                                                Locale.ROOT,
                                                ", %.3f %% of that pinned",
                                                steps.pinnedNanos() / NANOS_PER_PERCENT)
                                        : "",
                                limits.percent()))
                + (limits.ownPercent() == 0 ? "" : ownReason(change));
    }

    private String ownReason(BudgetSteps.Change change) {
        double meanNanos = steps.meanNanos(change.probe());
        return meanNanos == 0
                ? "; the mean time of its calls is not known now"
                : String.format(
                        Locale.ROOT,
                        "; measuring took %.1f %% of its calls' mean time of %.0f ns, %.1f %% is foreseen, budget.own is %s %%",
                        PERCENT * costs.of(change.from()) / meanNanos,
                        meanNanos,
                        PERCENT * costs.of(change.to()) / meanNanos,
                        limits.ownPercent());
    }

    /** The longest 1 % are left out of the time, since a few delays would be most of it. */
    private static BudgetSteps.Load load(IntervalCounts counts, double seconds) {
        long all = counts.timed() - counts.unplaced();
        long timed = 0;
        double timedNanos = 0;
        for (int index = 0; timed < all - all / LONGEST; index++) {
            long count = Math.min(counts.countAt(index), all - all / LONGEST - timed);
            timed += count;
            timedNanos += count * (double) Layout.lowestNanos(index);
        }
        return new BudgetSteps.Load((counts.unplaced() + counts.untimed() + all) / seconds, timed, timedNanos);
    }
}
