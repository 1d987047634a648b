package org.latencyprobes.analysis.statistics;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.HdrHistogram.AbstractHistogram;

/**
 * A quantile of latencies with its uncertainty, from one recording or from several runs. It is estimated as if the samples of a bucket were
 * spread evenly over the bucket.
 *
 * @param percentile above 0 and below 100, such as 99.9
 * @param samples how many there are
 * @param logarithm the natural logarithm of the quantile in ns, with its standard error; without one where there is an obstacle
 * @param effectiveBeyond the number of independent samples beyond that would be as uncertain
 * @param resolution the width of the quantile's bucket, relative to its lower end
 * @param parts how many blocks of time, or runs, the uncertainty comes from
 * @param obstacle why there is no standard error
 * @param drifts whether a recording changes all the time, so that the standard error is how far its level moves
 */
public record QuantileEstimate(
        double percentile,
        long samples,
        MeanEstimate logarithm,
        double effectiveBeyond,
        double resolution,
        int parts,
        Obstacle obstacle,
        boolean drifts) {

    /** The number of runs of a side from which a comparison speaks of more than these runs. */
    public static final int LEAST_RUNS = 5;

    /** The number of blocks of a recording from which there is an interval. */
    public static final int LEAST_BLOCKS = 20;

    private static final int RESAMPLES = 1_000;
    private static final int STEPS = 20;
    private static final double MEDIAN = 0.5;

    /** Blocks are not joined to fewer than these, which are needed to tell how alike neighbours are. */
    private static final int LEAST_JOINED = 40;

    /** Neighbouring blocks are alike where their correlation exceeds this many standard errors of none. */
    private static final double CORRELATED = 1;

    /** The correlation of neighbours that can't be joined any more from which a recording drifts. */
    private static final double DEPENDENT = 0.7;

    /** The long stretches whose levels tell how far a recording drifts. */
    private static final int STRETCHES = 5;

    /** A trend over time with a smaller p-value is a trend. */
    private static final double TREND = 0.001;

    /** The same of what is left without the beginning of a recording that warms up: there a trend is to be expected. */
    private static final double TREND_LEFT = 0.05;

    /** Why a quantile can't be judged. */
    public enum Obstacle {
        /** It can. */
        NONE,
        /** Fewer than 50 samples lie beyond it, in a run fewer than 10, or those that do count as fewer, since they come together. */
        FEW_SAMPLES,
        /** A recording has fewer than 20 blocks of time. */
        FEW_BLOCKS
    }

    /**
     * The quantile of one recording, by a bootstrap of its blocks (Künsch 1989, with blocks that do not overlap). Blocks whose neighbours are
     * alike are joined, so that they count as fewer. Where all of it drifts, it is as uncertain as one of five long stretches. The standard
     * error is that of this recording, not of what other runs would give. The same arguments always give the same estimate.
     *
     * @param blocks stretches of time, in order, with their samples in ns
     * @param percentile above 0 and below 100
     * @return the estimate
     * @throws IllegalArgumentException if there are no samples
     */
    public static QuantileEstimate ofBlocks(List<? extends AbstractHistogram> blocks, double percentile) {
        return ofBlocks(blocks, percentile, RESAMPLES, new SplittableRandom(17)::nextInt);
    }

    /** The same, with a number from 0 to below its argument for each draw of a block. */
    static QuantileEstimate ofBlocks(
            List<? extends AbstractHistogram> blocks, double percentile, int resamples, IntUnaryOperator draw) {
        double quantile = percentile / 100;
        BlockCounts counts = joined(blocks, quantile);
        double nanos = counts.within(quantile);
        double[] excess = counts.excess(quantile);
        double independent = counts.total() * quantile * (1 - quantile);
        double squares = Arrays.stream(excess).map(each -> each * each).sum();
        double inflation = inflation(excess);
        double designEffect =
                Math.max(1, inflation * squares * excess.length / Math.max(1, excess.length - 1) / independent);
        double effective = counts.total() * (1 - quantile) / designEffect;
        boolean drifts = drifts(excess, TREND);
        Obstacle obstacle = obstacle(excess.length, new TailSamples(percentile, counts.total()), drifts, effective);
        MeanEstimate logarithm;
        if (obstacle != Obstacle.NONE) {
            logarithm = new MeanEstimate(Math.log(nanos), Double.NaN, 0);
        } else if (drifts) {
            logarithm = new MeanEstimate(Math.log(nanos), movement(blocks, quantile), STRETCHES - 1.0);
        } else {
            logarithm = new MeanEstimate(
                    Math.log(nanos),
                    deviation(counts, quantile, resamples, draw) * Math.sqrt(inflation),
                    (excess.length - 1) / inflation);
        }
        return new QuantileEstimate(
                percentile,
                counts.total(),
                logarithm,
                effective,
                counts.resolution(quantile),
                excess.length,
                obstacle,
                drifts);
    }

    private static Obstacle obstacle(int blocks, TailSamples tail, boolean drifts, double effective) {
        if (!tail.isJudgeable()) {
            return Obstacle.FEW_SAMPLES;
        }
        if (blocks < LEAST_BLOCKS) {
            return Obstacle.FEW_BLOCKS;
        }
        return drifts || effective >= TailSamples.TO_JUDGE ? Obstacle.NONE : Obstacle.FEW_SAMPLES;
    }

    private static boolean drifts(double[] excess, double trend) {
        return unbiasedCorrelation(excess) > DEPENDENT || trendPValue(excess) < trend;
    }

    /**
     * How far the level of a recording that drifts moves: the standard deviation of the logarithms of its stretches. Neighbours are alike
     * throughout, so all of it is no surer than one stretch.
     */
    private static double movement(List<? extends AbstractHistogram> blocks, double quantile) {
        double[] logarithms = IntStream.range(0, STRETCHES)
                .mapToObj(i -> blocks.subList(i * blocks.size() / STRETCHES, (i + 1) * blocks.size() / STRETCHES))
                .filter(stretch -> stretch.stream().anyMatch(block -> block.getTotalCount() > 0))
                .mapToDouble(stretch -> Math.log(BlockCounts.of(stretch).within(quantile)))
                .toArray();
        return MeanEstimate.of(logarithms).standardError() * Math.sqrt(logarithms.length);
    }

    /**
     * What is left of a recording without its beginning, where the program was warming up: the longest end that does not drift, of half the
     * blocks at least. A recording that does not drift is left whole, and so is one of which no end is steady.
     *
     * @param <H> the blocks' kind of histogram
     * @param blocks stretches of time, in order
     * @return the blocks of that end
     */
    public static <H extends AbstractHistogram> List<H> withoutWarmUp(List<H> blocks) {
        int step = Math.max(1, blocks.size() / STEPS);
        for (int cut = 0; cut <= blocks.size() / 2 && blocks.size() - cut >= LEAST_BLOCKS; cut += step) {
            List<H> end = blocks.subList(cut, blocks.size());
            // by the median, which warming up moves first
            if (!drifts(joined(end, MEDIAN).excess(MEDIAN), cut == 0 ? TREND : TREND_LEFT)) {
                return end;
            }
        }
        return blocks;
    }

    /** Blocks whose neighbours are not alike, or that are too few to be joined any more. */
    private static BlockCounts joined(List<? extends AbstractHistogram> blocks, double quantile) {
        BlockCounts counts = BlockCounts.of(blocks);
        while (counts.blocks() / 2 >= LEAST_JOINED && areAlike(counts.excess(quantile))) {
            counts = counts.halved();
        }
        return counts;
    }

    private static boolean areAlike(double[] excess) {
        return correlation(excess) * Math.sqrt(excess.length) > CORRELATED;
    }

    /** The correlation of each block with the next one. */
    private static double correlation(double[] excess) {
        double products = 0;
        double squares = 0;
        for (int i = 0; i < excess.length; i++) {
            products += i == 0 ? 0 : excess[i] * excess[i - 1];
            squares += excess[i] * excess[i];
        }
        return squares == 0 ? 0 : products / squares;
    }

    /** The same, without the bias of short series (Kendall 1954). */
    private static double unbiasedCorrelation(double[] excess) {
        return (correlation(excess) * excess.length + 1) / Math.max(1, excess.length - 3);
    }

    /** By how much correlated neighbours raise the variance of the mean, as in a series that depends on its last value alone. */
    private static double inflation(double[] excess) {
        if (!areAlike(excess)) {
            return 1;
        }
        double correlation = Math.max(0, Math.min(DEPENDENT, unbiasedCorrelation(excess)));
        return (1 + correlation) / (1 - correlation);
    }

    private static double trendPValue(double[] excess) {
        double middle = (excess.length - 1) / 2.0;
        double products = 0;
        double squares = 0;
        double times = 0;
        for (int i = 0; i < excess.length; i++) {
            products += (i - middle) * excess[i];
            squares += excess[i] * excess[i];
            times += (i - middle) * (i - middle);
        }
        double left = squares * times - products * products;
        double degrees = excess.length - 2.0;
        double t = left <= 0 ? 0 : Math.abs(products) * Math.sqrt(degrees / left);
        return new MeanEstimate(t, 1, degrees).pValue(0);
    }

    /** The standard deviation of the drawn quantiles' logarithms, for as many blocks as there are less one. */
    private static double deviation(BlockCounts counts, double quantile, int resamples, IntUnaryOperator draw) {
        double[] drawn = new double[resamples];
        for (int i = 0; i < resamples; i++) {
            drawn[i] = Math.log(counts.drawnWithin(quantile, draw));
        }
        double ofMean = MeanEstimate.of(drawn).standardError();
        return ofMean * Math.sqrt(resamples) * Math.sqrt(counts.blocks() / (counts.blocks() - 1.0));
    }

    /**
     * The quantile over several runs: the geometric mean of the runs' quantiles, with Student's t over the runs' logarithms. The runs are to be
     * independent, each of a JVM of its own.
     *
     * @param runs the samples of each run, in ns
     * @param percentile above 0 and below 100
     * @return the estimate
     * @throws IllegalArgumentException if there is no run, or one has no samples
     */
    public static QuantileEstimate ofRuns(List<? extends AbstractHistogram> runs, double percentile) {
        double resolution = 0;
        long samples = 0;
        boolean isEnough = true;
        for (AbstractHistogram histogram : runs) {
            BlockCounts run = BlockCounts.of(List.of(histogram));
            resolution = Math.max(resolution, run.resolution(percentile / 100));
            samples += run.total();
            isEnough &= new TailSamples(percentile, run.total()).isPrintable();
        }
        TailSamples tail = new TailSamples(percentile, samples);
        return new QuantileEstimate(
                percentile,
                samples,
                MeanEstimate.of(logarithms(runs, percentile)),
                tail.beyond(),
                resolution,
                runs.size(),
                isEnough && tail.isJudgeable() ? Obstacle.NONE : Obstacle.FEW_SAMPLES,
                false);
    }

    /** The natural logarithm of each run's quantile. */
    static double[] logarithms(List<? extends AbstractHistogram> runs, double percentile) {
        return runs.stream()
                .mapToDouble(run -> Math.log(BlockCounts.of(List.of(run)).within(percentile / 100)))
                .toArray();
    }

    /**
     * The same, where these runs are too few to tell how much runs differ, and a spread is known from before.
     *
     * @param runs the samples of each run, in ns
     * @param spread of the same percentile, of runs like these
     * @return the estimate, with the uncertainty that the spread gives so many runs
     * @throws IllegalArgumentException if there is no run, or one has no samples
     */
    public static QuantileEstimate ofRuns(List<? extends AbstractHistogram> runs, RunSpread spread) {
        return ofRuns(runs, spread.percentile()).with(spread);
    }

    /** The same over as many runs, whose uncertainty is taken from a spread. */
    QuantileEstimate with(RunSpread spread) {
        return new QuantileEstimate(
                percentile,
                samples,
                new MeanEstimate(logarithm.mean(), spread.deviation() / Math.sqrt(parts), spread.degreesOfFreedom()),
                effectiveBeyond,
                resolution,
                parts,
                obstacle,
                drifts);
    }

    /** The samples beyond. */
    TailSamples tail() {
        return new TailSamples(percentile, samples);
    }

    /**
     * The quantile with Student's interval.
     *
     * @param confidence such as 0.95, above 0 and below 1
     * @return in ns, widened by the resolution; without meaning where there is an obstacle
     */
    public ConfidenceInterval interval(double confidence) {
        ConfidenceInterval exact = logarithm.interval(confidence).map(Math::exp);
        return new ConfidenceInterval(
                exact.low() / (1 + resolution), exact.estimate(), exact.high() * (1 + resolution));
    }

    /**
     * The quantile.
     *
     * @return in ns
     */
    public double nanos() {
        return Math.exp(logarithm.mean());
    }
}
