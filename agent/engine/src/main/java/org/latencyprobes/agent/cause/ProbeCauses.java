package org.latencyprobes.agent.cause;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.DisturbanceKind;
import org.latencyprobes.explain.sample.CellSums;
import org.latencyprobes.explain.sample.Share;
import org.latencyprobes.explain.sample.StratifiedSample;
import org.latencyprobes.internal.counts.Strata;

/**
 * The causes of one probe's slow calls, of all outcomes together. For one thread.
 *
 * <p>A band begins with the stratum in which its percentile lies, so its edge is up to a fifth below that percentile. A stratum with
 * the median in it is in no band, unless its calls are slow by the user's threshold.
 *
 * @param name the probe's name
 * @param tags the probe's tags, in order
 * @param groups the calls by their stratum
 */
public record ProbeCauses(String name, Map<String, String> tags, NavigableMap<Integer, CauseSums> groups) {

    private static final double WHOLE = 100;
    private static final double MEDIAN = 50;

    /**
     * The causes of the calls of one band.
     *
     * @param band which
     * @param fromNanos the shortest length in it, in ns
     * @param calls how many timed calls are that long
     * @param explained how many of them were looked at
     * @param nanos their time, by what was looked at
     * @param lost the share of them of which nothing is known, from 0 to 1
     * @param causes those with a time, the greatest first
     * @param disturbed of those looked at
     */
    public record OfBand(
            Band band,
            long fromNanos,
            long calls,
            long explained,
            double nanos,
            double lost,
            List<OfCause> causes,
            Disturbed disturbed) {}

    /**
     * The explained calls that came while the JVM did not run steadily.
     *
     * @param calls how many
     * @param byKind how many of these in disturbances of each kind that has some; a call may be in several
     */
    public record Disturbed(long calls, Map<DisturbanceKind, Long> byKind) {}

    /**
     * One cause.
     *
     * @param cause which
     * @param calls how many of the explained calls have some time of it
     * @param ofCalls its share of the calls, by their main causes
     * @param ofTime its share of their time
     * @param chance the share of the time that it would have by chance alone, from 0 to 1; NaN where that is not known
     */
    public record OfCause(Cause cause, long calls, Share ofCalls, Share ofTime, double chance) {}

    /**
     * The slow calls that the explained ones stand for, of all lengths.
     *
     * @return how many
     */
    public long calls() {
        return groups.values().stream().mapToLong(sums -> sums.cell().calls()).sum();
    }

    /**
     * The time of one cause in these calls.
     *
     * @param cause any
     * @return in ns
     */
    public long nanos(Cause cause) {
        return Math.round(groups.values().stream()
                .mapToDouble(sums -> sums.cell().nanos(cause.ordinal()))
                .sum());
    }

    /**
     * The causes by band.
     *
     * @param lengths of all timed calls of the probe
     * @param wanted which bands
     * @return for each of them that has explained calls
     */
    public List<OfBand> bands(Histogram lengths, Band... wanted) {
        List<OfBand> bands = new ArrayList<>();
        for (Band band : wanted) {
            OfBand causes = band(band, lengths);
            if (causes.explained() > 0) {
                bands.add(causes);
            }
        }
        return bands;
    }

    private OfBand band(Band band, Histogram lengths) {
        int from = group(lengths, band.fromPercentile());
        int to = band.toPercentile() == WHOLE ? Strata.COUNT : group(lengths, band.toPercentile());
        double[] counts = counts(lengths, from, to);
        CauseSums sums = new CauseSums();
        int[] full = groups.subMap(from, Math.max(from, to)).entrySet().stream()
                .filter(group -> group.getValue().cell().kept() > 0)
                .mapToInt(Map.Entry::getKey)
                .toArray();
        double[] all = new double[full.length];
        double lost = 0;
        for (int group = from; group < to; group++) {
            CauseSums ofGroup = groups.get(group);
            if (ofGroup != null) {
                sums.plus(ofGroup, 1);
                lost += Math.min(counts[group], ofGroup.lost());
            }
            if (full.length > 0) {
                all[StratifiedSample.nearest(full, group)] += counts[group];
            }
        }
        long calls = Math.round(Arrays.stream(counts).sum());
        long explained = Math.min(calls, sums.cell().kept());
        double lostShare = calls == 0 ? 0 : lost / calls;
        double nanos = explained == 0 ? 0 : sums.cell().nanos() / sums.cell().calls() * calls;
        List<OfCause> causes = explained == 0 ? List.of() : causes(sums, full, all, lostShare, explained);
        return new OfBand(
                band, Strata.lowestNanos(from), calls, explained, nanos, lostShare, causes, disturbed(sums, explained));
    }

    private static double[] counts(Histogram lengths, int from, int to) {
        double[] counts = new double[Strata.COUNT];
        for (HistogramIterationValue value : lengths.recordedValues()) {
            int group = Strata.of(value.getValueIteratedTo());
            if (group >= from && group < to) {
                counts[group] += value.getCountAddedInThisIterationStep();
            }
        }
        return counts;
    }

    /**
     * A call is explained up to some seconds after it was counted, and told to be disturbed up to a second after that. So it may be in a later
     * difference than the calls of the band.
     */
    private static Disturbed disturbed(CauseSums sums, long explained) {
        Map<DisturbanceKind, Long> byKind = new EnumMap<>(DisturbanceKind.class);
        for (DisturbanceKind kind : DisturbanceKind.values()) {
            if (sums.disturbed(kind) > 0) {
                byKind.put(kind, Math.min(explained, sums.disturbed(kind)));
            }
        }
        return new Disturbed(Math.min(explained, sums.disturbed()), byKind);
    }

    /** A stratum with the median in it is sampled only where the user has set a threshold below it. */
    private int group(Histogram lengths, double percentile) {
        int usual = Strata.of(lengths.getValueAtPercentile(MEDIAN));
        CauseSums sampled = groups.get(usual);
        boolean isUsual = sampled == null || 2 * sampled.cell().calls() < counts(lengths, usual, usual + 1)[usual];
        return Math.max(isUsual ? usual + 1 : 0, Strata.of(lengths.getValueAtPercentile(percentile)));
    }

    private List<OfCause> causes(CauseSums sums, int[] full, double[] all, double lost, long explained) {
        CellSums[] cells =
                IntStream.of(full).mapToObj(group -> groups.get(group).cell()).toArray(CellSums[]::new);
        double[] byCalls = weights(cells, all, false);
        double[] byTime = weights(cells, all, true);
        List<OfCause> causes = new ArrayList<>();
        for (Cause cause : Cause.values()) {
            double chance = cause.isStall() ? sums.chance(cause) : Double.NaN;
            int at = cause.ordinal();
            if (sums.cell().nanos(at) > 0 || chance > 0) {
                Share ofCalls = CellSums.share(at, cells, all, byCalls, false, lost);
                Share ofTime = CellSums.share(at, cells, all, byTime, true, lost);
                causes.add(new OfCause(cause, Math.min(explained, sums.kept(cause)), ofCalls, ofTime, chance));
            }
        }
        causes.sort(Comparator.comparingDouble(cause -> -cause.ofTime().estimate()));
        return causes;
    }

    private static double[] weights(CellSums[] cells, double[] all, boolean byTime) {
        double[] weights = new double[cells.length];
        Arrays.setAll(weights, cell -> all[cell] * (byTime ? cells[cell].nanos() / cells[cell].calls() : 1));
        double sum = Arrays.stream(weights).sum();
        Arrays.setAll(weights, cell -> sum == 0 ? 0 : weights[cell] / sum);
        return weights;
    }
}
