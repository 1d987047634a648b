package org.latencyprobes.demo.fix;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.ToDoubleFunction;
import org.latencyprobes.demo.common.Level;
import org.latencyprobes.demo.fix.FixVerdict.Evidence;
import org.latencyprobes.demo.fix.FixVerdict.Finding;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.measure.RunFigures;

/**
 * The verdicts on all published claims. The engine of low garbage with the smallest mean, averaged over the rates, stands for
 * Chronicle-FIX. Where the claim speaks of means, the median is checked too: the published means are the medians of its tables, while the
 * tail makes most of a mean of ours.
 */
final class FixVerdicts {

    /** The share of the claimed factor from which a factor counts as the claimed one. */
    static final double SHARE_OF_CLAIM = 2.0 / 3;

    /** The ratio of the growth from p50 to p99 to that of the other engine, from which an engine degrades. */
    static final double GROWTH_FACTOR = 2;

    /** The least factor that counts as faster. */
    static final double FASTER = 1.05;

    /** The share of the tail that must overlap a collection for the tail to be mostly garbage. */
    static final double MOSTLY = 0.5;

    private static final Map<String, ToDoubleFunction<RunFigures>> AVERAGES =
            new TreeMap<>(Map.of("mean", run -> run.endToEnd().meanNanos(), "p50", run -> nanos(run, Level.P50)));

    private final FixComparison comparison;
    private final List<Integer> rates;

    FixVerdicts(FixComparison comparison) {
        this.comparison = comparison;
        this.rates = comparison.schedule().rates();
    }

    List<FixVerdict> all() {
        return List.of(factor(), factorLessTcp(), degradation(), fasterAtHigherRate(), garbage());
    }

    /** The figures of both engines at one rate. */
    private record RivalPair(MeasurementFigures quickFix, MeasurementFigures rival) {

        boolean isDisturbed() {
            return quickFix.isDisturbed() || rival.isDisturbed();
        }

        Range ratio(ToDoubleFunction<RunFigures> figure) {
            return quickFix.range(figure).over(rival.range(figure));
        }
    }

    private FixVerdict factor() {
        return againstRival(
                "QuickFIX takes 12 times as long",
                (rate, pair) -> AVERAGES.entrySet().stream()
                        .map(average -> new Evidence(
                                pair.ratio(average.getValue()),
                                PublishedFixFigures.CLAIMED_FACTOR * SHARE_OF_CLAIM,
                                pair.isDisturbed(),
                                text("by " + average.getKey(), pair.ratio(average.getValue()), rate)))
                        .toList());
    }

    private FixVerdict factorLessTcp() {
        return againstRival(
                "over 30 times less TCP",
                (rate, pair) -> AVERAGES.entrySet().stream()
                        .flatMap(average -> lessTcp(rate, pair, average.getKey(), average.getValue()).stream())
                        .toList());
    }

    private Optional<Evidence> lessTcp(int rate, RivalPair pair, String average, ToDoubleFunction<RunFigures> figure) {
        Optional<Range> above = comparison
                .tcp(pair.quickFix().spec().engine(), rate)
                .map(tcp -> pair.quickFix().range(figure).less(tcp.range(figure)));
        Optional<Range> below = comparison
                .tcp(pair.rival().spec().engine(), rate)
                .map(tcp -> pair.rival().range(figure).less(tcp.range(figure)));
        return above.flatMap(top -> below.map(bottom -> new Evidence(
                top.over(bottom),
                PublishedFixFigures.CLAIMED_FACTOR_LESS_TCP * SHARE_OF_CLAIM,
                pair.isDisturbed(),
                bottom.middle() > 0
                        ? text("by " + average, top.over(bottom), rate)
                        : String.format(Locale.ROOT, "by %s nothing is left of it at %,d/s", average, rate))));
    }

    private FixVerdict degradation() {
        ToDoubleFunction<RunFigures> growth = run -> nanos(run, Level.P99) / nanos(run, Level.P50);
        return againstRival(
                "QuickFIX degrades through the percentiles",
                (rate, pair) -> List.of(new Evidence(
                        pair.ratio(growth),
                        GROWTH_FACTOR,
                        pair.isDisturbed(),
                        String.format(
                                Locale.ROOT,
                                "at %,d/s its p99 is %s times p50, the other's %s",
                                rate,
                                pair.quickFix().range(growth).text(),
                                pair.rival().range(growth).text()))));
    }

    private FixVerdict againstRival(String claim, BiFunction<Integer, RivalPair, List<Evidence>> evidence) {
        Optional<Engine> rival = rival();
        List<Evidence> all = new ArrayList<>();
        rival.ifPresent(engine ->
                rates.forEach(rate -> pair(engine, rate).ifPresent(pair -> all.addAll(evidence.apply(rate, pair)))));
        return FixVerdict.of(claim, "against " + rival.map(Engine::title).orElse("") + " ", all);
    }

    private static String text(String average, Range factor, int rate) {
        return String.format(Locale.ROOT, "%s %s times at %,d/s", average, factor.text(), rate);
    }

    private static double nanos(RunFigures run, Level level) {
        return run.endToEnd().distribution().nanos(level);
    }

    private FixVerdict fasterAtHigherRate() {
        String claim = "10,000 a second are faster than 2,000";
        Optional<MeasurementFigures> slow =
                comparison.quickFix().flatMap(engine -> comparison.figures(engine, Scenario.JLBH, 2_000));
        Optional<MeasurementFigures> fast =
                comparison.quickFix().flatMap(engine -> comparison.figures(engine, Scenario.JLBH, 10_000));
        ToDoubleFunction<RunFigures> p50 = run -> nanos(run, Level.P50);
        return FixVerdict.of(
                claim,
                "QuickFIX/J's p50 at 2,000/s is ",
                slow
                        .flatMap(two -> fast.map(ten -> new Evidence(
                                two.range(p50).over(ten.range(p50)),
                                FASTER,
                                two.isDisturbed() || ten.isDisturbed(),
                                two.range(p50).over(ten.range(p50)).text() + " times that at 10,000/s")))
                        .stream()
                        .toList());
    }

    /** Judges only rates with collections. Without any, the tail has other reasons or the heap was never full. */
    private FixVerdict garbage() {
        String claim = "QuickFIX's tail is its garbage";
        List<MeasurementFigures> measured = comparison.quickFix().stream()
                .flatMap(engine ->
                        rates.stream().flatMap(rate -> comparison.figures(engine, Scenario.JLBH, rate).stream()))
                .filter(MeasurementFigures::isHeld)
                .toList();
        if (measured.isEmpty()) {
            return FixVerdict.notMeasured(claim);
        }
        double beyond = sum(measured, run -> run.tail().beyond());
        double collected = sum(measured, run -> run.tail().collected());
        double both = sum(measured, run -> run.tail().beyondCollected());
        String because = String.format(
                Locale.ROOT,
                "%,.0f of the %,.0f round trips beyond p99 overlap a collection; of all round trips %,.0f do",
                both,
                beyond,
                collected);
        if (collected < MOSTLY * beyond) {
            return new FixVerdict(
                    claim,
                    Finding.NOT_MEASURED,
                    because
                            + "; with so few they can't be most of the tail: longer runs or a smaller --heap have more");
        }
        Finding finding = both / beyond >= MOSTLY ? Finding.REPRODUCED : Finding.NOT_REPRODUCED;
        return new FixVerdict(
                claim,
                measured.stream().allMatch(MeasurementFigures::isDisturbed) ? Finding.TOO_NOISY : finding,
                because);
    }

    private static double sum(List<MeasurementFigures> measured, ToDoubleFunction<RunFigures> figure) {
        return measured.stream().mapToDouble(each -> each.sum(figure)).sum();
    }

    private Optional<RivalPair> pair(Engine rival, int rate) {
        return comparison
                .quickFix()
                .flatMap(engine -> comparison.figures(engine, Scenario.JLBH, rate))
                .flatMap(quickFix ->
                        comparison.figures(rival, Scenario.JLBH, rate).map(other -> new RivalPair(quickFix, other)));
    }

    private Optional<Engine> rival() {
        return comparison.lowGarbage().stream()
                .filter(engine -> rates.stream()
                        .anyMatch(rate ->
                                comparison.figures(engine, Scenario.JLBH, rate).isPresent()))
                .min(Comparator.comparingDouble(engine -> rates.stream()
                        .flatMap(rate -> comparison.figures(engine, Scenario.JLBH, rate).stream())
                        .mapToDouble(MeasurementFigures::meanMicros)
                        .average()
                        .orElse(Double.MAX_VALUE)));
    }
}
