package org.latencyprobes.cli.why.band;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.latencyprobes.analysis.picture.PercentileCurve;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.sample.Share;
import org.latencyprobes.explain.sample.StratifiedSample;
import org.latencyprobes.internal.counts.Layout;

/**
 * What a sample says of all calls of a band. Immutable.
 *
 * @param band which calls
 * @param beyond how many there were, exactly
 * @param nanos their time, in ns, by the middles of their sub-buckets
 * @param lookedAt how many of them are in the sample
 * @param lost the share of them of which nothing is known, since they were not recorded
 * @param causes their shares, those with the greater part of calls or time first; empty where too few calls are there, or too many were lost
 * @param without what percentiles would be without a cause
 * @param curveWithout all percentiles without a cause, by its name
 */
public record BandFigures(
        Band band,
        long beyond,
        double nanos,
        int lookedAt,
        double lost,
        List<OfCause> causes,
        List<Without> without,
        Function<String, PercentileCurve> curveWithout) {

    /** Of so many causes it is told what the percentile would be without them. */
    private static final int MOST_WITHOUT = 2;

    /** An interval whose ends differ by more says nothing that a reader could act on. */
    private static final double WIDEST_RATIO = 1.5;

    private static final double HIGHEST = 99.99;

    /**
     * The shares of one cause.
     *
     * @param cause its name
     * @param calls of the calls, by their main causes, from 0 to 1
     * @param time of their time
     */
    public record OfCause(String cause, Share calls, Share time) {

        double greater() {
            return Math.max(calls.estimate(), time.estimate());
        }
    }

    /**
     * What a percentile would be had no call spent time in a cause.
     *
     * @param cause its name
     * @param percentile which
     * @param presentNanos what it is, in ns
     * @param lowNanos the lower end; the floor of the sample where {@code isAtMost}
     * @param nanos what it would be
     * @param highNanos the upper end
     * @param isAtMost whether the upper end alone is known
     */
    public record Without(
            String cause,
            double percentile,
            long presentNanos,
            long lowNanos,
            long nanos,
            long highNanos,
            boolean isAtMost) {

        /** {@return whether both ends are in one sub-bucket} */
        public boolean isExact() {
            return LayoutSubBuckets.INSTANCE.of(lowNanos) == LayoutSubBuckets.INSTANCE.of(highNanos);
        }

        /** {@return whether no change is shown} */
        public boolean isUnchanged() {
            return highNanos >= presentNanos;
        }
    }

    /** {@return whether there are so few calls that they are listed, and nothing is estimated} */
    public boolean isListed() {
        return beyond < Band.CALLS_TO_ESTIMATE;
    }

    /**
     * Counts.
     *
     * @param counts all calls; not empty
     * @param calls the sample, whose causes have their ordinals as numbers
     * @param lost how many calls of each stratum had no chance to be in it
     * @param wanted which calls are explained
     * @param removable which causes may be thought away
     * @return the figures
     */
    public static BandFigures of(
            Histogram counts,
            List<StratifiedSample.Call> calls,
            double[] lost,
            Band.Wanted wanted,
            Predicate<String> removable) {
        long[] bySubBucket = LayoutSubBuckets.counts(counts);
        StratifiedSample sample =
                new StratifiedSample(bySubBucket, LayoutSubBuckets.INSTANCE, calls, lost, Cause.values().length);
        Estimates estimates = new Estimates(sample);
        Band band = Band.of(sample, wanted);
        long beyond = sample.beyond(band.edge());
        double lostShare = sample.lostShare(band.edge(), false);
        boolean isTold = sample.kept(band.edge()) >= beyond
                || beyond >= Band.CALLS_TO_ESTIMATE && lostShare <= Band.MOST_LOST_SHARE;
        List<OfCause> causes = isTold ? estimates.causes(band) : List.of();
        return new BandFigures(
                band,
                beyond,
                nanos(bySubBucket, band),
                sample.kept(band.edge()),
                lostShare,
                causes,
                causes.isEmpty() || beyond < Band.CALLS_TO_ESTIMATE
                        ? List.of()
                        : estimates.without(band, causes, removable),
                new WithoutCurve(counts, calls, Layout.lowestNanos(estimates.floor()))::of);
    }

    private static double nanos(long[] bySubBucket, Band band) {
        double nanos = 0;
        for (int subBucket = band.edge() + 1; subBucket < bySubBucket.length; subBucket++) {
            nanos += bySubBucket[subBucket] * LayoutSubBuckets.INSTANCE.middleNanos(subBucket);
        }
        return nanos;
    }

    /** What a sample tells of causes. */
    private record Estimates(StratifiedSample sample) {

        List<OfCause> causes(Band band) {
            Share[] calls = sample.shares(band.edge(), false);
            Share[] time = sample.shares(band.edge(), true);
            if (calls.length == 0) {
                return List.of();
            }
            List<OfCause> causes = new ArrayList<>();
            for (Cause cause : Cause.values()) {
                OfCause shares = new OfCause(cause.label(), calls[cause.ordinal()], time[cause.ordinal()]);
                if (shares.greater() > 0) {
                    causes.add(shares);
                }
            }
            causes.sort(Comparator.comparingDouble(OfCause::greater).reversed());
            return causes;
        }

        /** For the band's percentile, and for the next one where it has calls enough. */
        List<Without> without(Band band, List<OfCause> causes, Predicate<String> removable) {
            double next = band.percentile() < 99.9 ? 99.9 : HIGHEST;
            boolean hasNext = next > band.percentile() && sample.beyond(sample.edge(next)) >= Band.CALLS_TO_ESTIMATE;
            return causes.stream()
                    .map(OfCause::cause)
                    .filter(removable)
                    .limit(band.percentile() == 0 ? 0 : MOST_WITHOUT)
                    .flatMap(cause ->
                            Stream.of(without(band.percentile(), cause), hasNext ? without(next, cause) : null))
                    .filter(Objects::nonNull)
                    .toList();
        }

        /** The first sub-bucket from which on, by its stratum, no more calls were lost than figures bear. */
        int floor() {
            int inStratum = LayoutSubBuckets.INSTANCE.inStratum();
            int stratum = sample.edge(100) / inStratum;
            while (stratum > 0 && sample.lostRate(stratum - 1) <= Band.MOST_LOST_SHARE) {
                stratum--;
            }
            return stratum * inStratum;
        }

        /** Null where nothing is to be said. */
        private Without without(double percentile, String cause) {
            int floor = floor();
            Share subBuckets = sample.without(percentile, Cause.labelled(cause).ordinal(), floor);
            if (subBuckets == null) {
                return null;
            }
            boolean isAtMost = floor > 0 && (subBuckets.estimate() <= floor || subBuckets.low() <= floor);
            long low = Layout.lowestNanos((int) subBuckets.low());
            long high = Layout.highestNanos((int) subBuckets.high());
            boolean isAnything =
                    isAtMost ? (int) subBuckets.high() >= sample.edge(percentile) : high > WIDEST_RATIO * low;
            return isAnything
                    ? null
                    : new Without(
                            cause,
                            percentile,
                            Layout.highestNanos(sample.edge(percentile)),
                            low,
                            Layout.highestNanos((int) subBuckets.estimate()),
                            high,
                            isAtMost);
        }
    }
}
