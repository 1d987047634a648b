package org.latencyprobes.analysis.statistics;

import java.util.List;
import java.util.Locale;
import org.HdrHistogram.AbstractHistogram;

/**
 * The comparison of a quantile of two sides, such as two releases, with a verdict in words.
 *
 * @param before the side to compare with
 * @param after the side that is compared
 * @param logarithm the natural logarithm of the ratio of the side after over the side before
 * @param basis where the uncertainty comes from
 */
public record QuantileComparison(QuantileEstimate before, QuantileEstimate after, MeanEstimate logarithm, Basis basis) {

    /** Sides whose whole interval lies within this share of each other are the same. */
    public static final double SAME = 0.03;

    /** Where uncertainty comes from. */
    public enum Basis {
        /** Blocks of time, so the verdict is on these recordings alone. */
        RECORDINGS,
        /** The runs of each side. */
        RUNS,
        /** Pairs of runs, one of each side. */
        PAIRS,
        /** A spread between runs that is known from before, the same for both sides. */
        STORED_SPREAD
    }

    /** What came out. */
    public enum Finding {
        /** The whole interval lies above 1, and not within 3 %. */
        SLOWER,
        /** The whole interval lies below 1, and not within 3 %. */
        FASTER,
        /** The whole interval lies within 3 %. */
        SAME,
        /** The interval holds 1, and more than 3 %. */
        UNDECIDED,
        /** There is no interval, for too few samples or blocks. */
        TOO_FEW
    }

    /**
     * The comparison of two sides that are independent of each other.
     *
     * @param before the side to compare with
     * @param after the side that is compared
     * @param basis where the uncertainty of both sides comes from
     * @throws IllegalArgumentException if the basis is pairs, which are not independent
     */
    public QuantileComparison(QuantileEstimate before, QuantileEstimate after, Basis basis) {
        this(before, after, independent(before.logarithm(), after.logarithm(), basis), basis);
    }

    private static MeanEstimate independent(MeanEstimate before, MeanEstimate after, Basis basis) {
        return switch (basis) {
            case PAIRS -> throw new IllegalArgumentException("pairs need both sides' runs");
            case STORED_SPREAD -> after.minusOfSameSpread(before);
            case RECORDINGS, RUNS -> after.minus(before);
        };
    }

    /**
     * The comparison within pairs of runs, by Student's t over the pairs' logarithms. The two runs of a pair meet the same machine at about the
     * same time, so that what both of them meet cancels out.
     *
     * @param before the runs to compare with, in ns
     * @param after the run of each pair that is compared, in the same order
     * @param percentile above 0 and below 100
     * @return the comparison
     * @throws IllegalArgumentException if the numbers of runs differ, there is no pair, or a run has no samples
     */
    public static QuantileComparison ofPairs(
            List<? extends AbstractHistogram> before, List<? extends AbstractHistogram> after, double percentile) {
        return new QuantileComparison(
                QuantileEstimate.ofRuns(before, percentile),
                QuantileEstimate.ofRuns(after, percentile),
                MeanEstimate.ofDifferences(
                        QuantileEstimate.logarithms(after, percentile),
                        QuantileEstimate.logarithms(before, percentile)),
                Basis.PAIRS);
    }

    /**
     * Whether there is an interval.
     *
     * @return false if a side has an obstacle
     */
    public boolean isJudgeable() {
        return obstructed() == null;
    }

    private QuantileEstimate obstructed() {
        return before.obstacle() != QuantileEstimate.Obstacle.NONE
                ? before
                : after.obstacle() != QuantileEstimate.Obstacle.NONE ? after : null;
    }

    /**
     * The ratio of the side after over the side before.
     *
     * @param confidence such as 0.95, above 0 and below 1
     * @return the ratio with Student's interval, widened by the histograms' resolution; 0 and infinite ends where {@link #isJudgeable} is false
     */
    public ConfidenceInterval ratio(double confidence) {
        double ratio = Math.exp(logarithm.mean());
        if (!isJudgeable()) {
            return new ConfidenceInterval(0, ratio, Double.POSITIVE_INFINITY);
        }
        ConfidenceInterval exact = logarithm.interval(confidence).map(Math::exp);
        double resolution = 1 + Math.max(before.resolution(), after.resolution());
        return new ConfidenceInterval(exact.low() / resolution, ratio, exact.high() * resolution);
    }

    /**
     * The difference of the side after less the side before, as the ratio says it.
     *
     * @param confidence such as 0.95, above 0 and below 1
     * @return in ns, with the ends of {@link #ratio} taken of the side before, so that it holds 0 if that holds 1; without an upper end where that has none
     */
    public ConfidenceInterval difference(double confidence) {
        return ratio(confidence).map(ratio -> (ratio - 1) * before.nanos());
    }

    /**
     * What came out.
     *
     * @param confidence of the interval
     * @return the finding
     */
    public Finding finding(double confidence) {
        if (!isJudgeable()) {
            return Finding.TOO_FEW;
        }
        ConfidenceInterval ratio = ratio(confidence);
        if (ratio.isAbove(1 - SAME) && ratio.isBelow(1 + SAME)) {
            return Finding.SAME;
        }
        return ratio.isAbove(1) ? Finding.SLOWER : ratio.isBelow(1) ? Finding.FASTER : Finding.UNDECIDED;
    }

    /**
     * The verdict in words.
     *
     * @param confidence of the interval
     * @return such as {@code slower, ×1.41 (1.32–1.58)}, {@code can't tell, ×1.02 (0.959–1.09)} or {@code too few samples beyond p99.9: 14, 50
     *     are needed}; the ratio is always that of the side after over the side before
     */
    public String verdict(double confidence) {
        String differ = isOfRuns() ? "" : "these recordings: ";
        String ratio = ", ×" + ratio(confidence).ratioText();
        return switch (finding(confidence)) {
            case SLOWER -> differ + "slower" + ratio;
            case FASTER -> differ + "faster" + ratio;
            case SAME -> differ + "same" + ratio;
            case UNDECIDED -> "can't tell" + ratio;
            case TOO_FEW -> shortage(obstructed());
        };
    }

    /**
     * Whether a recording is too short for an interval.
     *
     * @return true if a side has too few stretches of time
     */
    public boolean isTooShort() {
        return !isJudgeable() && obstructed().obstacle() == QuantileEstimate.Obstacle.FEW_BLOCKS;
    }

    /**
     * Whether a recording changes all the time, so that the interval is as wide as its level moves.
     *
     * @return true if one side does, and there is an interval
     */
    public boolean drifts() {
        return isJudgeable() && (before.drifts() || after.drifts());
    }

    private boolean isOfRuns() {
        return basis != Basis.RECORDINGS;
    }

    private String shortage(QuantileEstimate side) {
        if (side.obstacle() == QuantileEstimate.Obstacle.FEW_BLOCKS) {
            return String.format(
                    Locale.ROOT,
                    "too short: %d of the %d stretches of time with samples that are needed",
                    side.parts(),
                    QuantileEstimate.LEAST_BLOCKS);
        }
        TailSamples least = before.samples() < after.samples() ? before.tail() : after.tail();
        if (!least.isJudgeable()) {
            return least.shortage();
        }
        return isOfRuns()
                ? side.tail().shortage("", "fewer than 10 in a run", TailSamples.TO_PRINT)
                : side.tail()
                        .shortage(
                                "independent ",
                                String.format(
                                        Locale.ROOT,
                                        "%,d of %,d",
                                        (long) side.effectiveBeyond(),
                                        side.tail().beyond()),
                                TailSamples.TO_JUDGE);
    }
}
