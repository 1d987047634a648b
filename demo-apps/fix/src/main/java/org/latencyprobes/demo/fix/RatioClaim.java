package org.latencyprobes.demo.fix;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.latencyprobes.analysis.statistics.Interval;
import org.latencyprobes.analysis.statistics.RatioEstimate;
import org.latencyprobes.demo.common.Level;

/** Claims that one engine, or one rate, takes so many times as long as another. Stateless. */
final class RatioClaim {

    /** The share of a published factor from which a factor counts as it. */
    static final double SHARE_OF_CLAIM = 2.0 / 3;

    /** The least factor that counts as a difference. */
    static final double DIFFERENCE = 1.05;

    /** The verdict where no engine could be as much faster. */
    static final String NOT_HERE = "this machine can't show it";

    private RatioClaim() {}

    /** A claim whose factor is that of the published figures at a rate. */
    static Optional<Claim> factor(String text, int rate, Level level, Blocks blocks) {
        return PublishedFixFigures.factor(rate, level)
                .flatMap(claimed -> factor(
                        text, TableCells.factor(claimed), claimed, blocks.by(level), figures -> figures.micros(level)));
    }

    /** A claim that the first engine takes as many times as long as the second; the third is the ceiling. */
    static Optional<Claim> factor(
            String text, String published, double claimed, Blocks blocks, ToDoubleFunction<JvmFigures> figure) {
        return atLeast(
                text,
                published,
                SHARE_OF_CLAIM * claimed,
                blocks,
                row -> figure.applyAsDouble(row.get(0)) / figure.applyAsDouble(row.get(1)),
                Optional.of(row -> figure.applyAsDouble(row.get(0)) / figure.applyAsDouble(row.get(2))));
    }

    /** The claim, but with no verdict where an engine's figures are those of its queue. */
    static Claim unlessSaturated(Claim claim, Blocks blocks) {
        List<String> saturated = blocks.judged().saturated();
        return saturated.isEmpty()
                ? claim
                : claim.with(Claim.Evidence.known(
                        "saturated: the rate is above the capacity of " + String.join(" and ", saturated)));
    }

    /** A claim that a ratio is a limit or more. */
    static Optional<Claim> atLeast(
            String text,
            String published,
            double least,
            Blocks blocks,
            ToDoubleFunction<List<JvmFigures>> ratio,
            Optional<ToDoubleFunction<List<JvmFigures>>> ceiling) {
        Optional<Interval> most = ceiling.filter(any -> !blocks.isEmpty()).map(of -> interval(blocks.judged(), of));
        return claim(
                text,
                published,
                blocks,
                ratio,
                most,
                estimate -> most.filter(limit -> limit.isBelow(least)).isPresent()
                        ? Claim.Evidence.known(NOT_HERE)
                        : Claim.Evidence.tested(estimate.ratio() >= least, estimate.pValue(least)));
    }

    /** A claim that the first takes as long as the second, but for less than what counts as a difference. */
    static Optional<Claim> same(String text, String published, Blocks blocks, Level level) {
        return claim(
                text,
                published,
                blocks.by(level),
                row -> row.get(0).micros(level) / row.get(1).micros(level),
                Optional.empty(),
                estimate -> {
                    double nearest = estimate.ratio() >= 1 ? DIFFERENCE : 1 / DIFFERENCE;
                    return Claim.Evidence.tested(
                            Math.abs(Math.log(estimate.ratio())) < Math.log(DIFFERENCE), estimate.pValue(nearest));
                });
    }

    private static Optional<Claim> claim(
            String text,
            String published,
            Blocks blocks,
            ToDoubleFunction<List<JvmFigures>> ratio,
            Optional<Interval> ceiling,
            Function<RatioEstimate, Claim.Evidence> evidence) {
        if (blocks.isEmpty()) {
            return Optional.empty();
        }
        Claim claim = new Claim(
                text,
                published,
                interval(blocks.judged(), ratio).text(),
                blocks.countOfJudged(),
                interval(blocks, ratio).text(),
                ceiling.map(Interval::text).orElse(TableCells.NONE),
                evidence.apply(blocks.judged().ratio(ratio)));
        return Optional.of(unlessSaturated(claim, blocks));
    }

    private static Interval interval(Blocks blocks, ToDoubleFunction<List<JvmFigures>> ratio) {
        return blocks.ratio(ratio).interval(Blocks.CONFIDENCE);
    }
}
