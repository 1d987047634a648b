package org.latencyprobes.demo.fix;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.latencyprobes.analysis.statistics.Interval;
import org.latencyprobes.analysis.statistics.MeanEstimate;
import org.latencyprobes.analysis.statistics.RatioEstimate;
import org.latencyprobes.demo.common.Level;
import org.latencyprobes.demo.fix.measure.RunFigures;

/**
 * The published claims for which enough was measured. The engines of each are fixed beforehand, and all of them block: QuickFIX/J,
 * Philadelphia in place of Chronicle-FIX, and the TCP echo. The echo is the ceiling: no engine can be faster.
 */
final class Claims {

    /** The share of a published factor from which a factor counts as it. */
    static final double SHARE_OF_CLAIM = 2.0 / 3;

    /** The ratio of the growth from p50 to p99 to that of the other engine, from which an engine degrades. */
    static final double GROWTH_FACTOR = 2;

    /** The least factor that counts as a difference. */
    static final double DIFFERENCE = 1.05;

    /** The share of the tail that must overlap a collection for the tail to be mostly garbage. */
    static final double MOSTLY = 0.5;

    private static final String QUICKFIX = "quickfixj";
    private static final String RIVAL = "philadelphia-blocking";
    private static final String ECHO = "echo";
    private static final String AS_PUBLISHED = "quickfixj-as-published";
    private static final ToDoubleFunction<JvmFigures> P50 = figures -> figures.micros(Level.P50);

    private final FixComparison comparison;
    private final int rate;

    Claims(FixComparison comparison) {
        this.comparison = comparison;
        this.rate = comparison.schedule().preset().rates().get(0);
    }

    /** The claims, the primary one first. */
    List<Claim> all() {
        Blocks main = comparison.blocks(Scenario.JLBH, rate, QUICKFIX, RIVAL, ECHO);
        return Stream.of(
                        factor("QuickFIX takes 12 times as long, by p50" + at(rate), "10.4", 12, main, P50),
                        factor("the same by mean", "about 12", 12, main, JvmFigures::meanMicros),
                        lessTcp(main),
                        degradation(main),
                        garbage(main),
                        asPublished(),
                        collapse(),
                        fasterAtHigherRate(),
                        latency2(),
                        validation())
                .flatMap(Optional::stream)
                .toList();
    }

    private static String at(int perSecond) {
        return String.format(Locale.ROOT, " at %,d/s", perSecond);
    }

    /** A claim that the first engine takes as many times as long as the second; the third is the ceiling. */
    private static Optional<Claim> factor(
            String text, String published, double claimed, Blocks blocks, ToDoubleFunction<JvmFigures> figure) {
        Optional<Claim> claim = atLeast(
                text,
                published,
                SHARE_OF_CLAIM * claimed,
                blocks,
                row -> figure.applyAsDouble(row.get(0)) / figure.applyAsDouble(row.get(1)),
                Optional.of(row -> figure.applyAsDouble(row.get(0)) / figure.applyAsDouble(row.get(2))));
        return isSaturated(blocks.judged())
                ? claim.map(each -> each.with(Claim.Evidence.known("saturated: the rate is not held")))
                : claim;
    }

    /** Whether the first engine mostly does not hold the rate: then its figures are those of its queue. */
    private static boolean isSaturated(Blocks blocks) {
        return 2 * blocks.rows().stream().filter(row -> !row.get(0).isHeld()).count() > blocks.size();
    }

    private static Optional<Claim> atLeast(
            String text,
            String published,
            double least,
            Blocks blocks,
            ToDoubleFunction<List<JvmFigures>> ratio,
            Optional<ToDoubleFunction<List<JvmFigures>>> ceiling) {
        if (blocks.isEmpty()) {
            return Optional.empty();
        }
        RatioEstimate estimate = blocks.judged().ratio(ratio);
        Optional<Interval> most = ceiling.map(of -> interval(blocks.judged().ratio(of)));
        return Optional.of(new Claim(
                text,
                published,
                interval(estimate).text(),
                judged(blocks),
                interval(blocks.ratio(ratio)).text(),
                most.map(Interval::text).orElse(TableCells.NONE),
                most.filter(limit -> limit.isBelow(least)).isPresent()
                        ? Claim.Evidence.known("this machine can't show it")
                        : Claim.Evidence.tested(estimate.ratio() >= least, estimate.pValue(least))));
    }

    private static Interval interval(RatioEstimate estimate) {
        return estimate.interval(Blocks.CONFIDENCE);
    }

    private static String judged(Blocks blocks) {
        return blocks.judged().size() + " of " + blocks.size();
    }

    /** Tests the difference of the one side less 20 times the other: a ratio of two differences near 0 would be anything. */
    private static Optional<Claim> lessTcp(Blocks blocks) {
        if (blocks.isEmpty()) {
            return Optional.empty();
        }
        double least = SHARE_OF_CLAIM * PublishedFixFigures.CLAIMED_FACTOR_LESS_TCP;
        MeanEstimate beyond = blocks.judged().mean(row -> lessTcp(row, 0) - least * lessTcp(row, 1));
        return Optional.of(new Claim(
                "over 30 times less TCP, by p50",
                "190 and 6 µs",
                bothLessTcp(blocks.judged()),
                judged(blocks),
                bothLessTcp(blocks),
                TableCells.NONE,
                Claim.Evidence.tested(beyond.mean() >= 0, beyond.pValue(0))));
    }

    private static double lessTcp(List<JvmFigures> row, int engine) {
        return P50.applyAsDouble(row.get(engine)) - P50.applyAsDouble(row.get(2));
    }

    private static String bothLessTcp(Blocks blocks) {
        return TableCells.signed(blocks.mean(row -> lessTcp(row, 0))) + " and "
                + TableCells.signed(blocks.mean(row -> lessTcp(row, 1))) + " µs";
    }

    private static Optional<Claim> degradation(Blocks blocks) {
        String text = "QuickFIX degrades more from p50 to p99";
        ToDoubleFunction<JvmFigures> growth = figures -> figures.micros(Level.P99) / figures.micros(Level.P50);
        boolean judgeable =
                blocks.rows().stream().flatMap(List::stream).allMatch(figures -> figures.isJudgeable(Level.P99));
        Optional<Claim> claim = atLeast(
                text,
                "22 times as much",
                GROWTH_FACTOR,
                blocks,
                row -> growth.applyAsDouble(row.get(0)) / growth.applyAsDouble(row.get(1)),
                Optional.empty());
        return judgeable ? claim : claim.map(each -> each.with(Claim.Evidence.known("too few samples beyond p99")));
    }

    /** Without collections the tail has other reasons, or the heap was never full. */
    private static Optional<Claim> garbage(Blocks blocks) {
        if (blocks.isEmpty()) {
            return Optional.empty();
        }
        double beyond = sum(blocks.judged(), run -> run.tail().beyond());
        double collected = sum(blocks.judged(), run -> run.tail().collected());
        double both = sum(blocks.judged(), run -> run.tail().beyondCollected());
        String verdict = collected < MOSTLY * beyond
                ? "no verdict: too few collections (see --heap)"
                : both >= MOSTLY * beyond ? "reproduced" : "not reproduced";
        return Optional.of(new Claim(
                "QuickFIX's tail is its garbage",
                "mostly",
                TableCells.whole(both) + " of " + TableCells.whole(beyond) + " beyond p99 overlap a collection",
                judged(blocks),
                TableCells.whole(sum(blocks, run -> run.tail().beyondCollected())) + " of "
                        + TableCells.whole(sum(blocks, run -> run.tail().beyond())),
                TableCells.NONE,
                Claim.Evidence.known(verdict)));
    }

    private static double sum(Blocks blocks, ToDoubleFunction<RunFigures> figure) {
        return blocks.rows().stream().mapToDouble(row -> row.get(0).sum(figure)).sum();
    }

    private Optional<Claim> asPublished() {
        return factor(
                "12 times, everything as published",
                "10.4",
                12,
                comparison.blocks(Scenario.PUBLISHED, Scenario.PUBLISHED_RATE, AS_PUBLISHED, RIVAL + "-prepared", ECHO),
                P50);
    }

    private Optional<Claim> collapse() {
        return factor(
                "at 50,000/s QuickFIX collapses, by p90",
                "760",
                760,
                comparison.blocks(Scenario.JLBH, 50_000, QUICKFIX, RIVAL, ECHO),
                figures -> figures.micros(Level.P90));
    }

    /** The rates are measured in different blocks, but at about the same time. */
    private Optional<Claim> fasterAtHigherRate() {
        List<Cell> cells = Stream.of(2_000, 10_000)
                .flatMap(perSecond -> comparison.schedule().cells().stream()
                        .filter(cell -> cell.is(QUICKFIX, Scenario.JLBH, perSecond)))
                .toList();
        return atLeast(
                "10,000 a second are faster than 2,000, by p50",
                "1.53",
                DIFFERENCE,
                cells.size() < 2 ? new Blocks(List.of()) : comparison.blocks(cells),
                row -> P50.applyAsDouble(row.get(0)) / P50.applyAsDouble(row.get(1)),
                Optional.empty());
    }

    private Optional<Claim> latency2() {
        return factor(
                "Latency2: QuickFIX takes 3.2 to 7.5 times as long, by p50",
                "3.2 to 7.5",
                3.2,
                comparison.blocks(Scenario.LATENCY2, Scenario.LATENCY2_RATE, QUICKFIX, RIVAL, ECHO),
                P50);
    }

    private Optional<Claim> validation() {
        Optional<Claim> claim = atLeast(
                "Latency2: validation costs QuickFIX 1 %, by p50",
                "1.01",
                DIFFERENCE,
                comparison.blocks(Scenario.LATENCY2, Scenario.LATENCY2_RATE, "quickfixj-validating", QUICKFIX),
                row -> P50.applyAsDouble(row.get(0)) / P50.applyAsDouble(row.get(1)),
                Optional.empty());
        return claim.map(each -> each.with(
                Claim.Evidence.tested(!each.evidence().holds(), each.evidence().pValue())));
    }
}
