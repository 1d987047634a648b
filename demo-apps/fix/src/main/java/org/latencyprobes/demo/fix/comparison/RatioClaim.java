package org.latencyprobes.demo.fix.comparison;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.latencyprobes.analysis.statistics.ConfidenceInterval;
import org.latencyprobes.analysis.statistics.RatioEstimate;

/** Claims that one engine, or one rate, takes so many times as long as another. Stateless. */
public final class RatioClaim {

    /** The share of a published factor from which a factor counts as it. */
    static final double SHARE_OF_CLAIM = 2.0 / 3;

    /** The least factor that counts as a difference. */
    static final double DIFFERENCE = 1.05;

    /** The verdict where no engine could be as much faster. */
    static final String NOT_HERE = "this machine can't show it";

    private RatioClaim() {}

    /** A claim whose factor is that of the published figures at a rate. */
    static Optional<Claim> factor(String text, int rate, Statistic statistic, Blocks blocks) {
        return PublishedFixFigures.factor(rate, statistic.level())
                .flatMap(claimed -> factor(text, TableCells.factor(claimed), claimed, blocks.by(statistic)));
    }

    /** A claim that the first engine takes as many times as long as the second; the third is the ceiling. */
    static Optional<Claim> factor(String text, String published, double claimed, Blocks blocks) {
        return atLeast(
                text,
                published,
                SHARE_OF_CLAIM * claimed,
                blocks,
                each -> each.ratioTo(1),
                blocks.isEmpty()
                        ? Optional.empty()
                        : Optional.of(blocks.judged().ratioTo(2).interval(Blocks.CONFIDENCE)));
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
            Function<Blocks, RatioEstimate> ratio,
            Optional<ConfidenceInterval> ceiling) {
        return claim(
                text,
                published,
                blocks,
                ratio,
                ceiling,
                estimate -> ceiling.filter(limit -> limit.isBelow(least)).isPresent()
                        ? Claim.Evidence.known(NOT_HERE)
                        : Claim.Evidence.tested(estimate.ratio() >= least, estimate.pValue(least)));
    }

    /** A claim that the first takes as long as the second, but for less than what counts as a difference. */
    static Optional<Claim> same(String text, String published, Blocks blocks) {
        return claim(text, published, blocks, each -> each.ratioTo(1), Optional.empty(), estimate -> {
            double nearest = estimate.ratio() >= 1 ? DIFFERENCE : 1 / DIFFERENCE;
            return Claim.Evidence.tested(
                    Math.abs(Math.log(estimate.ratio())) < Math.log(DIFFERENCE), estimate.pValue(nearest));
        });
    }

    private static Optional<Claim> claim(
            String text,
            String published,
            Blocks blocks,
            Function<Blocks, RatioEstimate> ratio,
            Optional<ConfidenceInterval> ceiling,
            Function<RatioEstimate, Claim.Evidence> evidence) {
        if (blocks.isEmpty()) {
            return Optional.empty();
        }
        Claim claim = new Claim(
                text,
                published,
                ratio.apply(blocks.judged()).interval(Blocks.CONFIDENCE).text(),
                blocks.countOfJudged(),
                ratio.apply(blocks).interval(Blocks.CONFIDENCE).text(),
                ceiling.map(ConfidenceInterval::text).orElse(TableCells.NONE),
                evidence.apply(ratio.apply(blocks.judged())));
        return Optional.of(unlessSaturated(claim, blocks));
    }
}
