package org.latencyprobes.agent.cause;

import static org.latencyprobes.internal.report.UnitFactors.PERCENT;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.latencyprobes.agent.protocol.slow.CauseShare;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.DisturbanceKind;
import org.latencyprobes.explain.sample.CellSums;
import org.latencyprobes.explain.sample.Share;
import org.latencyprobes.explain.sample.StratifiedSample;
import org.latencyprobes.internal.counts.Strata;
import org.latencyprobes.internal.report.UnitFactors;

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

    /** What the rows of one band share: its shortest length, its calls, those looked at, and the share of them of which nothing is known. */
    private record OfBand(PercentileBand band, long fromNanos, long calls, long explained, double lost) {}

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
     * @return those with a time, the greatest of a band first; none of a band that has no explained call
     */
    public List<CauseShare> shares(Histogram lengths, PercentileBand... wanted) {
        return Arrays.stream(wanted)
                .flatMap(band -> shares(lengths, band).stream())
                .toList();
    }

    private List<CauseShare> shares(Histogram lengths, PercentileBand band) {
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
        return explained == 0
                ? List.of()
                : shares(new OfBand(band, Strata.lowestNanos(from), calls, explained, lost / calls), sums, full, all);
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
    private static Map<String, Long> disturbed(CauseSums sums, long explained) {
        Map<String, Long> byKind = new LinkedHashMap<>();
        for (DisturbanceKind kind : DisturbanceKind.values()) {
            if (sums.disturbed(kind) > 0) {
                byKind.put(kind.label(), Math.min(explained, sums.disturbed(kind)));
            }
        }
        return byKind;
    }

    /** A stratum with the median in it is sampled only where the user has set a threshold below it. */
    private int group(Histogram lengths, double percentile) {
        int usual = Strata.of(lengths.getValueAtPercentile(MEDIAN));
        CauseSums sampled = groups.get(usual);
        boolean isUsual = sampled == null || 2 * sampled.cell().calls() < counts(lengths, usual, usual + 1)[usual];
        return Math.max(isUsual ? usual + 1 : 0, Strata.of(lengths.getValueAtPercentile(percentile)));
    }

    private List<CauseShare> shares(OfBand band, CauseSums sums, int[] full, double[] all) {
        CellSums[] cells =
                IntStream.of(full).mapToObj(group -> groups.get(group).cell()).toArray(CellSums[]::new);
        double[] byCalls = weights(cells, all, false);
        double[] byTime = weights(cells, all, true);
        double nanos = sums.cell().nanos() / sums.cell().calls() * band.calls;
        List<CauseShare> shares = new ArrayList<>();
        for (Cause cause : Cause.values()) {
            double chance = cause.isStall() ? sums.chance(cause) : Double.NaN;
            int at = cause.ordinal();
            if (sums.cell().nanos(at) > 0 || chance > 0) {
                Share ofCalls = CellSums.share(at, cells, all, byCalls, false, band.lost);
                Share ofTime = CellSums.share(at, cells, all, byTime, true, band.lost);
                shares.add(new CauseShare(
                        name,
                        tags,
                        band.band.label(),
                        band.fromNanos / UnitFactors.NANOS_PER_MICRO,
                        band.calls,
                        band.explained,
                        nanos / UnitFactors.NANOS_PER_MICRO,
                        PERCENT * band.lost,
                        cause.label(),
                        Math.min(band.explained, sums.kept(cause)),
                        PERCENT * ofCalls.estimate(),
                        PERCENT * ofCalls.low(),
                        PERCENT * ofCalls.high(),
                        PERCENT * ofTime.estimate(),
                        PERCENT * ofTime.low(),
                        PERCENT * ofTime.high(),
                        PERCENT * chance,
                        Math.min(band.explained, sums.disturbed()),
                        disturbed(sums, band.explained)));
            }
        }
        shares.sort(Comparator.comparingDouble(CauseShare::sharePercent).reversed());
        return shares;
    }

    private static double[] weights(CellSums[] cells, double[] all, boolean byTime) {
        double[] weights = new double[cells.length];
        Arrays.setAll(weights, cell -> all[cell] * (byTime ? cells[cell].nanos() / cells[cell].calls() : 1));
        double sum = Arrays.stream(weights).sum();
        Arrays.setAll(weights, cell -> sum == 0 ? 0 : weights[cell] / sum);
        return weights;
    }
}
