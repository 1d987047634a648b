package org.latencyprobes.agent;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.histogram.IntervalCounts;
import org.latencyprobes.histogram.IntervalReader;

/**
 * The keeper of the budget that measuring may cost: looks at each period's calls, and switches probes. A probe whose mode was set by its
 * name stays as it is. Each switch is one line. For one thread, the control thread.
 */
final class Budget {

    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_PERCENT = 1e7;

    private final Linker linker;
    private final Set<String> pinned = new HashSet<>();
    private double percent;
    private BudgetSteps steps;
    private IntervalReader reader;
    private long lastNanos;

    Budget(Linker linker, double percent) {
        this.linker = linker;
        this.percent = percent;
    }

    /** Another budget; 0 for none, where all probes have the common mode again. */
    void follow(double nextPercent) {
        if (nextPercent != percent) {
            percent = nextPercent;
            steps = null;
            if (nextPercent == 0 && reader != null) {
                reader = null;
                linker.mode(null, linker.mode());
            }
        }
    }

    /** The probes of this name keep the mode that they have been given. */
    void pin(String probe) {
        pinned.add(probe);
    }

    /** All probes have been given a mode at once, and none is pinned any more. */
    void restart() {
        pinned.clear();
        steps = null;
    }

    void tend() {
        long nowNanos = System.nanoTime();
        if (percent == 0 || steps != null && nowNanos - lastNanos < PERIOD_NANOS) {
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
        steps = new BudgetSteps(
                percent * NANOS_PER_PERCENT,
                CallCost.measure(linker.clock()).callNanos(),
                CallCost.untimedNanos(linker.clock()));
        reader = IntervalReader.fromNow();
    }

    private void step(double seconds, Map<String, Mode> modes) {
        Map<String, Double> perSecond = new HashMap<>();
        reader.readCounts(counts -> {
            if (counts.isCalls() && modes.containsKey(counts.name())) {
                perSecond.merge(counts.name(), calls(counts) / seconds, Double::sum);
            }
        });
        double spent = 0;
        for (Map.Entry<String, Double> each : perSecond.entrySet()) {
            spent += steps.costNanos(modes.get(each.getKey()), each.getValue());
        }
        List<BudgetSteps.Change> changes = steps.next(perSecond, modes, pinned);
        for (BudgetSteps.Change change : changes) {
            linker.mode(change.probe(), change.to());
            Log.say(String.format(
                    Locale.ROOT,
                    "probe %s: %s -> %s; measuring took %.3f %% of one core, %.3f %% is foreseen, the budget is %s %%",
                    change.probe(),
                    change.from(),
                    change.to(),
                    spent / NANOS_PER_PERCENT,
                    steps.foreseenNanos() / NANOS_PER_PERCENT,
                    percent));
        }
    }

    private static long calls(IntervalCounts counts) {
        long calls = counts.unplaced() + counts.untimed();
        for (int index = 0; index <= counts.highestIndex(); index++) {
            calls += counts.countAt(index);
        }
        return calls;
    }
}
