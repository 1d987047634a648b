package org.latencyprobes.demo.fix;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.latencyprobes.demo.common.Level;
import org.latencyprobes.demo.fix.Verdict.Finding;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.measure.RunFigures;

/**
 * Judges the published claims by what was measured. The engine that stands for Chronicle-FIX is the one of low garbage with the smallest
 * mean, averaged over the rates. A rate at which either engine was disturbed during all its runs says nothing.
 */
final class Verdicts {

    /** A factor of at least this share of the claimed one is the claimed one. */
    static final double SHARE_OF_CLAIM = 2.0 / 3;

    /** Runs whose means are further apart than this, as largest over smallest, contradict each other. */
    static final double MOST_SPREAD = 2;

    /** Degrading means growing from p50 to p99 at least so many times as much as the other engine does. */
    static final double GROWTH_FACTOR = 2;

    /** Faster means by more than this share. */
    static final double FASTER = 0.95;

    /** Mostly by garbage: at least this share of the tail overlaps a collection. */
    static final double MOSTLY = 0.5;

    private final Comparison comparison;
    private final List<Integer> rates;

    Verdicts(Comparison comparison) {
        this.comparison = comparison;
        this.rates = comparison.schedule().rates();
    }

    List<Verdict> all() {
        return List.of(factor(false), factor(true), degradation(), fasterAtHigherRate(), garbage());
    }

    /** A figure of the two engines at one rate. */
    private record AtRate(int rate, double value, boolean disturbed, String text) {}

    private Verdict factor(boolean lessTcp) {
        double claimed = lessTcp ? Published.CLAIMED_FACTOR_LESS_TCP : Published.CLAIMED_FACTOR;
        String claim = lessTcp ? "over 30 times less TCP" : "QuickFIX takes 12 times as long";
        return rival().map(rival -> lessTcp && ratios(rival, true).isEmpty()
                        ? new Verdict(
                                claim, Finding.NOT_MEASURED, "at no rate are both engines' means above the TCP echo's")
                        : judge(claim, ratios(rival, lessTcp), claimed * SHARE_OF_CLAIM, rival))
                .orElseGet(() -> notMeasured(claim));
    }

    private List<AtRate> ratios(Engine rival, boolean lessTcp) {
        List<AtRate> ratios = new ArrayList<>();
        for (int rate : rates) {
            pair(rival, rate).ifPresent(pair -> {
                Optional<Double> top = lessTcp
                        ? comparison.lessTcpMicros(pair.quickFix().slot().engine(), rate)
                        : Optional.of(pair.quickFix().meanMicros());
                Optional<Double> bottom = lessTcp
                        ? comparison.lessTcpMicros(rival, rate)
                        : Optional.of(pair.rival().meanMicros());
                if (top.isPresent() && bottom.isPresent()) {
                    double ratio = top.get() / bottom.get();
                    ratios.add(new AtRate(rate, ratio, pair.isDoubtful(), Cells.factor(ratio) + " times"));
                }
            });
        }
        return ratios;
    }

    private Verdict degradation() {
        String claim = "QuickFIX degrades through the percentiles";
        return rival().map(rival -> {
                    List<AtRate> growth = new ArrayList<>();
                    for (int rate : rates) {
                        pair(rival, rate).ifPresent(pair -> {
                            double quickFix = growth(pair.quickFix());
                            double other = growth(pair.rival());
                            growth.add(new AtRate(
                                    rate,
                                    quickFix / other,
                                    pair.isDoubtful(),
                                    "p99 is " + Cells.factor(quickFix) + " times p50, the other's "
                                            + Cells.factor(other)));
                        });
                    }
                    return judge(claim, growth, GROWTH_FACTOR, rival);
                })
                .orElseGet(() -> notMeasured(claim));
    }

    private static double growth(Figures figures) {
        return figures.micros(Level.P99) / figures.micros(Level.P50);
    }

    private Verdict fasterAtHigherRate() {
        String claim = "10,000 a second are faster than 2,000";
        Optional<Figures> slow = comparison.quickFix().flatMap(engine -> comparison.figures(engine, Plan.JLBH, 2_000));
        Optional<Figures> fast = comparison.quickFix().flatMap(engine -> comparison.figures(engine, Plan.JLBH, 10_000));
        if (slow.isEmpty() || fast.isEmpty()) {
            return notMeasured(claim);
        }
        double ratio = fast.get().micros(Level.P50) / slow.get().micros(Level.P50);
        String because = String.format(
                Locale.ROOT,
                "QuickFIX/J's p50 is %s µs at 2,000/s and %s at 10,000/s (5 %% less would be faster)",
                Cells.micros(slow.get().micros(Level.P50)),
                Cells.micros(fast.get().micros(Level.P50)));
        boolean doubtful = slow.get().isDisturbed() || fast.get().isDisturbed();
        return new Verdict(claim, doubtful ? Finding.TOO_NOISY : found(ratio < FASTER), because);
    }

    private Verdict garbage() {
        String claim = "QuickFIX's tail is its garbage";
        List<Figures> measured = comparison.quickFix().stream()
                .flatMap(engine -> rates.stream().flatMap(rate -> comparison.figures(engine, Plan.JLBH, rate).stream()))
                .filter(Figures::isHeld)
                .toList();
        if (measured.isEmpty()) {
            return notMeasured(claim);
        }
        double beyond = measured.stream()
                .mapToDouble(each -> each.sum(RunFigures::beyondP99))
                .sum();
        double collected = measured.stream()
                .mapToDouble(each -> each.sum(RunFigures::beyondP99Collected))
                .sum();
        String because = String.format(
                Locale.ROOT,
                "%,.0f of the %,.0f round trips beyond p99 overlap a collection, of all round trips %s %%",
                collected,
                beyond,
                Cells.percent(100
                        * measured.stream()
                                .mapToDouble(each -> each.sum(RunFigures::collected))
                                .sum()
                        / measured.stream()
                                .mapToDouble(each -> each.sum(RunFigures::count))
                                .sum()));
        boolean doubtful = measured.stream().allMatch(Figures::isDisturbed);
        return new Verdict(claim, doubtful ? Finding.TOO_NOISY : found(collected / beyond >= MOSTLY), because);
    }

    /** Every rate has to agree; those that say nothing are left out, unless there are no others. */
    private static Verdict judge(String claim, List<AtRate> figures, double least, Engine rival) {
        if (figures.isEmpty()) {
            return notMeasured(claim);
        }
        String because = "against " + rival.title() + " "
                + figures.stream()
                        .map(each -> String.format(
                                Locale.ROOT, "%s at %,d/s%s", each.text(), each.rate(), each.disturbed() ? "*" : ""))
                        .collect(Collectors.joining(", "));
        List<AtRate> calm = figures.stream().filter(each -> !each.disturbed()).toList();
        if (calm.isEmpty()) {
            return new Verdict(claim, Finding.TOO_NOISY, because);
        }
        DoubleSummaryStatistics range = calm.stream().mapToDouble(AtRate::value).summaryStatistics();
        return new Verdict(claim, found(range.getMin() >= least), because);
    }

    private static Finding found(boolean reproduced) {
        return reproduced ? Finding.REPRODUCED : Finding.NOT_REPRODUCED;
    }

    private static Verdict notMeasured(String claim) {
        return new Verdict(claim, Finding.NOT_MEASURED, "the measurements that it needs were not made");
    }

    /** QuickFIX/J and the other at one rate. */
    private record Pair(Figures quickFix, Figures rival) {
        boolean isDoubtful() {
            return List.of(quickFix, rival).stream()
                    .anyMatch(figures -> figures.isDisturbed() || figures.spread() > MOST_SPREAD);
        }
    }

    private Optional<Pair> pair(Engine rival, int rate) {
        return comparison
                .quickFix()
                .flatMap(engine -> comparison.figures(engine, Plan.JLBH, rate))
                .flatMap(
                        quickFix -> comparison.figures(rival, Plan.JLBH, rate).map(other -> new Pair(quickFix, other)));
    }

    private Optional<Engine> rival() {
        return comparison.lowGarbage().stream()
                .filter(engine -> rates.stream()
                        .anyMatch(rate ->
                                comparison.figures(engine, Plan.JLBH, rate).isPresent()))
                .min(Comparator.comparingDouble(engine -> rates.stream()
                        .flatMap(rate -> comparison.figures(engine, Plan.JLBH, rate).stream())
                        .mapToDouble(Figures::meanMicros)
                        .average()
                        .orElse(Double.MAX_VALUE)));
    }
}
