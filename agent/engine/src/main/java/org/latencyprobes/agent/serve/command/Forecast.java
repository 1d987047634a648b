package org.latencyprobes.agent.serve.command;

import static org.latencyprobes.internal.report.UnitFactors.NANOS_PER_SECOND;
import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.agent.cost.CallCost;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.link.CountingSites;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.state.ForecastRow;
import org.latencyprobes.agent.select.MatchedMethods;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.select.Verdict;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.agent.weave.Weaving;
import org.latencyprobes.internal.report.Numbers;

/**
 * A forecast of what timing the methods of a pattern would cost: weaves them, counts their calls for a while, and takes everything back.
 * Nothing is timed. Methods that are probes already are left out. For one thread, the selection thread.
 */
final class Forecast {

    private static final long STEP_MILLIS = 100;
    private static final int LOOPS = 20;

    private final AgentParts agent;

    Forecast(AgentParts agent) {
        this.agent = agent;
    }

    /** The answer; null if nobody waited any more. Everything is then as it was. */
    Answer of(MethodPattern pattern, MatchedMethods matches, long millis, Progress progress) {
        Set<String> names = newNames(matches);
        if (names.isEmpty() && matches.probed() > 0) {
            return nothingNew(matches.probed());
        }
        Selection present = agent.settings().selection();
        List<MethodPattern> probes = new ArrayList<>(present.probes());
        probes.add(pattern);
        CountingSites sites = new CountingSites(
                names, name -> isNew(name, pattern, present, agent.weaving().woven()));
        agent.linker().countOnly(sites);
        try {
            Weaving.Change change = agent.weaving()
                    .selectOrUndo(
                            () -> new Selection(probes, present.excludes(), present.annotations(), present.limit()),
                            progress);
            return change == null ? null : count(sites, millis, progress);
        } finally {
            try {
                agent.weaving().select(agent.settings()::selection, progress);
            } finally {
                agent.linker().countOnly(null);
                sites.end();
            }
        }
    }

    private static Answer nothingNew(int methods) {
        return new Answer()
                .say(
                        methods == 1
                                ? "the method that matches is a probe already"
                                : "all " + methods + " methods that match are probes already")
                .add(ForecastRow.TABLE, ForecastRow.class, List.of());
    }

    /** Whether a probe is there only because of this pattern, as one of a class that loads while calls are counted. */
    static boolean isNew(String name, MethodPattern pattern, Selection present, List<MethodExplanation> woven) {
        boolean isNew = false;
        for (MethodExplanation method : woven) {
            if (Explanations.probeName(method).equals(name)) {
                if (!method.rule().equals(pattern.rule()) || present.probes().contains(pattern)) {
                    return false;
                }
                isNew = true;
            }
        }
        return isNew;
    }

    private Set<String> newNames(MatchedMethods matches) {
        Set<String> names = new LinkedHashSet<>();
        for (MethodExplanation method : matches.shown()) {
            if (method.verdict() == Verdict.PROBED) {
                names.add(Explanations.probeName(method));
            }
        }
        agent.weaving().woven().forEach(method -> names.remove(Explanations.probeName(method)));
        return names;
    }

    private Answer count(CountingSites sites, long millis, Progress progress) {
        progress.accept("counting calls for " + millis + " ms; nothing is timed");
        Clock clock = agent.linker().clock();
        Map<String, Long> before = sites.calls();
        long startNanos = System.nanoTime();
        if (!sleep(startNanos + TimeUnit.MILLISECONDS.toNanos(millis), clock, progress)) {
            return null;
        }
        Map<String, Long> after = sites.calls();
        double seconds = (System.nanoTime() - startNanos) / NANOS_PER_SECOND;
        List<Row> rows = new ArrayList<>();
        after.forEach((name, calls) -> rows.add(new Row(name, (calls - before.get(name)) / seconds)));
        rows.sort(Comparator.comparingDouble(Row::perSecond).reversed().thenComparing(Row::probe));
        return answer(rows, seconds, CallCost.now(clock).timedNanos());
    }

    /** Meanwhile measures what a call costs: each step may find the compilers further. Returns whether somebody still waits. */
    private static boolean sleep(long endNanos, Clock clock, Progress progress) {
        for (int step = 0; endNanos - System.nanoTime() > 0; step++) {
            if (step < LOOPS) {
                CallCost.runLoop(clock);
            }
            try {
                TimeUnit.MILLISECONDS.sleep(STEP_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
            if (!progress.isAwaited()) {
                return false;
            }
        }
        return true;
    }

    private record Row(String probe, double perSecond) {

        double percentOfCore(double callNanos) {
            return PERCENT * perSecond * callNanos / NANOS_PER_SECOND;
        }
    }

    private static Answer answer(List<Row> rows, double seconds, double callNanos) {
        double perSecond = rows.stream().mapToDouble(Row::perSecond).sum();
        double percent = PERCENT * perSecond * callNanos / NANOS_PER_SECOND;
        Answer answer = new Answer()
                .say(String.format(
                        Locale.ROOT,
                        "%s, counted for %.1f s: %,.0f calls a second; timing them would take about %s %% of one core,"
                                + " at %.0f ns a call",
                        Plural.of(rows.size(), "probe", "probes"),
                        seconds,
                        perSecond,
                        Numbers.percent(percent),
                        callNanos))
                .say("everything is as it was");
        if (percent > PERCENT) {
            answer.say(
                    "a thread has 100 % of one core at most: if the threads that call would need more, their calls slow"
                            + " down instead");
        }
        return answer.add(
                ForecastRow.TABLE,
                ForecastRow.class,
                rows.stream()
                        .map(row -> new ForecastRow(
                                row.probe(), Math.round(row.perSecond() * 10) / 10.0, row.percentOfCore(callNanos)))
                        .toList());
    }
}
