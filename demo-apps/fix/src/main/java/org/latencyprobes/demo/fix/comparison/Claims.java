package org.latencyprobes.demo.fix.comparison;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.latencyprobes.analysis.statistics.ConfidenceInterval;
import org.latencyprobes.analysis.statistics.MeanEstimate;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.fix.measure.RunFigures;

/**
 * The published claims for which enough was measured. The engines of each are fixed beforehand, and all of them block: QuickFIX/J,
 * Philadelphia in place of Chronicle-FIX, and the TCP echo. The echo is the ceiling: no engine can be faster.
 */
public final class Claims {

    /** The ratio of the growth from p50 to p99 to that of the other engine, from which an engine degrades. */
    static final double GROWTH_FACTOR = 2;

    /** The share of the tail that must overlap a collection for the tail to be mostly garbage. */
    static final double MOSTLY = 0.5;

    /** The fewest collections by which a tail is judged. */
    private static final int FEWEST_COLLECTIONS = 10;

    private static final String FEW_BEYOND_P99 = "too few samples beyond p99";
    private static final String QUICKFIX = "quickfixj";
    private static final String RIVAL = "philadelphia-blocking";
    private static final String ECHO = "echo";
    private static final String AS_PUBLISHED = "quickfixj-as-published";
    private static final ToDoubleFunction<JvmFigures> P50 = figures -> figures.micros(Level.P50);

    private final FixComparison comparison;
    private final int rate;

    public Claims(FixComparison comparison) {
        this.comparison = comparison;
        this.rate = comparison.schedule().preset().rates().get(0);
    }

    /** The claims, the primary one first. */
    public List<Claim> all() {
        Blocks main = comparison.blocks(Scenario.JLBH, rate, QUICKFIX, RIVAL, ECHO);
        Blocks published = PublishedFixFigures.factor(rate, Level.P50).isPresent() ? main : Blocks.NONE;
        return Stream.of(
                        RatioClaim.factor(
                                        "QuickFIX takes 12 times as long, by p50" + at(rate),
                                        rate,
                                        Statistic.P50,
                                        published)
                                .map(Claim::asPrimary),
                        means(published),
                        lessTcp(published),
                        degradation(published),
                        garbage(main),
                        asPublished(),
                        collapse(),
                        fasterAtHigherRate(),
                        latency2(),
                        validation(),
                        parsing())
                .flatMap(Optional::stream)
                .toList();
    }

    private static String at(int perSecond) {
        return String.format(Locale.ROOT, " at %,d/s", perSecond);
    }

    private static Optional<Claim> means(Blocks blocks) {
        double claimed = PublishedFixFigures.CLAIMED_FACTOR_OF_MEANS;
        return RatioClaim.factor(
                "the same by mean", "about " + TableCells.whole(claimed), claimed, blocks.by(Statistic.MEAN));
    }

    /**
     * Tests the difference of the one side less 20 times the other: a ratio of two differences near 0 would be anything. Where the other is
     * not slower than TCP there is no such factor.
     */
    private static Optional<Claim> lessTcp(Blocks blocks) {
        if (blocks.isEmpty()) {
            return Optional.empty();
        }
        double least = RatioClaim.SHARE_OF_CLAIM * PublishedFixFigures.CLAIMED_FACTOR_LESS_TCP;
        MeanEstimate beyond = blocks.judged().mean(row -> lessTcp(row, 0) - least * lessTcp(row, 1));
        ConfidenceInterval rival = blocks.judged().mean(row -> lessTcp(row, 1)).interval(Blocks.CONFIDENCE);
        Claim claim = new Claim(
                "over 30 times less TCP, by p50",
                "over 30: 190 and 6 µs",
                bothLessTcp(blocks.judged()),
                blocks.countOfJudged(),
                bothLessTcp(blocks),
                TableCells.NONE,
                rival.isBounded() && !rival.isAbove(0)
                        ? Claim.Evidence.known(RatioClaim.NOT_HERE)
                        : Claim.Evidence.tested(beyond.mean() >= 0, beyond.pValue(0)));
        return Optional.of(RatioClaim.unlessSaturated(claim, blocks));
    }

    private static double lessTcp(List<JvmFigures> row, int engine) {
        return P50.applyAsDouble(row.get(engine)) - P50.applyAsDouble(row.get(2));
    }

    private static String bothLessTcp(Blocks blocks) {
        return TableCells.signed(blocks.mean(row -> lessTcp(row, 0))) + " and "
                + TableCells.signed(blocks.mean(row -> lessTcp(row, 1))) + " µs";
    }

    private Optional<Claim> degradation(Blocks blocks) {
        String text = "QuickFIX degrades more from p50 to p99";
        ToDoubleFunction<JvmFigures> growth = figures -> figures.micros(Level.P99) / figures.micros(Level.P50);
        String published = PublishedFixFigures.factor(rate, Level.P99)
                .flatMap(p99 -> PublishedFixFigures.factor(rate, Level.P50).map(p50 -> p99 / p50))
                .map(factor -> TableCells.factor(factor) + " times as much")
                .orElse(TableCells.NONE);
        Blocks tails = blocks.by(Statistic.P99);
        boolean judgeable = tails.judged().isJudgeable();
        Optional<Claim> claim = RatioClaim.atLeast(
                text,
                published,
                GROWTH_FACTOR,
                tails,
                each -> each.ratio(row -> growth.applyAsDouble(row.get(0)) / growth.applyAsDouble(row.get(1))),
                Optional.empty());
        return claim.map(each ->
                judgeable || !each.evidence().isTested() ? each : each.with(Claim.Evidence.known(FEW_BEYOND_P99)));
    }

    /** Too few collections say nothing of a tail: the heap was hardly ever full. */
    private static Optional<Claim> garbage(Blocks all) {
        if (all.isEmpty()) {
            return Optional.empty();
        }
        Blocks blocks = all.by(Statistic.P99);
        MeanEstimate share = blocks.judged()
                .mean(row -> row.get(0).sum(run -> run.tail().beyondCollected())
                        / Math.max(1, row.get(0).sum(run -> run.tail().beyond())));
        Claim claim = new Claim(
                "QuickFIX's tail is its garbage",
                "mostly",
                share.interval(Blocks.CONFIDENCE).map(each -> 100 * each).text() + " %: " + tail(blocks.judged())
                        + " beyond p99 overlap a collection",
                blocks.countOfJudged(),
                tail(blocks),
                TableCells.NONE,
                garbage(blocks.judged(), share));
        return Optional.of(RatioClaim.unlessSaturated(claim, blocks));
    }

    private static String tail(Blocks blocks) {
        return TableCells.whole(sum(blocks, run -> run.tail().beyondCollected())) + " of "
                + TableCells.whole(sum(blocks, run -> run.tail().beyond()));
    }

    private static Claim.Evidence garbage(Blocks judged, MeanEstimate share) {
        if (judged.rows().stream().anyMatch(row -> !row.get(0).isJudgeable(Level.P99))) {
            return Claim.Evidence.known(FEW_BEYOND_P99);
        }
        return sum(judged, run -> run.usage().pauses().size()) < FEWEST_COLLECTIONS
                ? Claim.Evidence.known("no verdict: too few collections (see --heap)")
                : Claim.Evidence.tested(share.mean() >= MOSTLY, share.pValue(MOSTLY));
    }

    private static double sum(Blocks blocks, ToDoubleFunction<RunFigures> figure) {
        return blocks.rows().stream().mapToDouble(row -> row.get(0).sum(figure)).sum();
    }

    private Optional<Claim> asPublished() {
        return RatioClaim.factor(
                "12 times, everything as published",
                Scenario.PUBLISHED_RATE,
                Statistic.P50,
                comparison.blocks(
                        Scenario.PUBLISHED, Scenario.PUBLISHED_RATE, AS_PUBLISHED, RIVAL + "-prepared", ECHO));
    }

    private Optional<Claim> collapse() {
        return RatioClaim.factor(
                "at 50,000/s QuickFIX collapses, by p90",
                50_000,
                Statistic.P90,
                comparison.blocks(Scenario.JLBH, 50_000, QUICKFIX, RIVAL, ECHO));
    }

    /** The rates are measured in different blocks, but at about the same time. */
    private Optional<Claim> fasterAtHigherRate() {
        String published = PublishedFixFigures.micros(PublishedFixFigures.QUICKFIX, 2_000, Level.P50)
                .flatMap(slow -> PublishedFixFigures.micros(PublishedFixFigures.QUICKFIX, 10_000, Level.P50)
                        .map(fast -> TableCells.factor(slow / fast)))
                .orElse(TableCells.NONE);
        return RatioClaim.atLeast(
                "10,000 a second are faster than 2,000, by p50",
                published,
                RatioClaim.DIFFERENCE,
                atRates(QUICKFIX, Scenario.JLBH, 2_000, 10_000),
                each -> each.ratioTo(1),
                Optional.empty());
    }

    private Blocks atRates(String engine, Scenario scenario, int first, int second) {
        List<Cell> cells = Stream.of(first, second)
                .flatMap(perSecond ->
                        comparison.schedule().cells().stream().filter(cell -> cell.is(engine, scenario, perSecond)))
                .toList();
        return cells.size() < 2 ? Blocks.NONE : comparison.blocks(cells);
    }

    private Optional<Claim> latency2() {
        double quickFix = PublishedFixFigures.latency2("QuickFIX, no validation");
        double least = quickFix / PublishedFixFigures.latency2("Default");
        double most = quickFix / PublishedFixFigures.latency2("Optimized.hard.spin");
        return RatioClaim.factor(
                "Latency2: QuickFIX takes 3.2 to 7.5 times as long, by p50",
                TableCells.factor(least) + " to " + TableCells.factor(most),
                least,
                comparison.blocks(Scenario.LATENCY2, Scenario.LATENCY2_RATE, QUICKFIX, RIVAL, ECHO));
    }

    private Optional<Claim> validation() {
        return RatioClaim.same(
                "Latency2: validation costs QuickFIX 1 %, by p50",
                TableCells.factor(PublishedFixFigures.latency2("QuickFIX, validation")
                        / PublishedFixFigures.latency2("QuickFIX, no validation")),
                comparison.blocks(Scenario.LATENCY2, Scenario.LATENCY2_RATE, "quickfixj-validating", QUICKFIX));
    }

    /** The published figures are of Chronicle-FIX, with its log. */
    private Optional<Claim> parsing() {
        return RatioClaim.same(
                "parsing takes as long at 10,000/s as at 200,000/s, by p50",
                "the same",
                atRates(RIVAL, Scenario.PARSE_LOGGED, 10_000, 200_000));
    }
}
