package org.latencyprobes.agent.cause;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import org.HdrHistogram.Histogram;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.DisturbanceKind;

/**
 * The causes of one probe's slow calls, of all outcomes together. For one thread.
 *
 * <p>A band begins with the group of lengths in which its percentile lies, so its edge is up to an eighth below that percentile. A group with
 * the median in it is in no band: its calls are usual ones.
 *
 * @param name the probe's name
 * @param tags the probe's tags, in order
 * @param groups the calls by the group of their length
 */
public record ProbeCauses(String name, Map<String, String> tags, NavigableMap<Integer, CauseSums> groups) {

    private static final int BEYOND_ALL = Integer.MAX_VALUE;
    private static final double WHOLE = 100;
    private static final double MEDIAN = 50;

    /**
     * The causes of the calls of one band.
     *
     * @param band which
     * @param fromNanos the shortest length in it, in ns
     * @param calls how many timed calls are that long
     * @param explained how many of them were kept and explained
     * @param aboveNanos their time above the median, in ns
     * @param causes those with a time, the greatest first
     * @param disturbed of those
     */
    public record OfBand(
            Band band,
            long fromNanos,
            long calls,
            long explained,
            double aboveNanos,
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
     * @param share of the time above the median, from 0 to 1
     * @param chance the share that it would have by chance alone, from 0 to 1; NaN where that is not known
     */
    public record OfCause(Cause cause, long calls, double share, double chance) {}

    /**
     * The calls that were explained, of all lengths.
     *
     * @return how many
     */
    public long calls() {
        return groups.values().stream().mapToLong(CauseSums::calls).sum();
    }

    /**
     * The time of one cause in these calls.
     *
     * @param cause any
     * @return in ns
     */
    public long nanos(Cause cause) {
        return groups.values().stream().mapToLong(sums -> sums.nanos(cause)).sum();
    }

    /**
     * The causes by band.
     *
     * @param lengths of all timed calls of the probe
     * @return for each band that has explained calls
     */
    public List<OfBand> bands(Histogram lengths) {
        List<OfBand> bands = new ArrayList<>();
        for (Band band : Band.values()) {
            OfBand causes = band(band, lengths);
            if (causes.explained() > 0) {
                bands.add(causes);
            }
        }
        return bands;
    }

    private OfBand band(Band band, Histogram lengths) {
        int from = group(lengths, band.fromPercentile());
        int to = band.toPercentile() == WHOLE ? BEYOND_ALL : group(lengths, band.toPercentile());
        CauseSums sums = new CauseSums();
        groups.subMap(from, Math.max(from, to)).values().forEach(group -> sums.plus(group, 1));
        double[] above = sums.aboveUsual(lengths.getValueAtPercentile(MEDIAN));
        double aboveNanos = 0;
        for (double nanos : above) {
            aboveNanos += nanos;
        }
        long calls = calls(lengths, from, to);
        long explained = Math.min(calls, sums.calls());
        return new OfBand(
                band,
                CauseTotals.lowestNanos(from),
                calls,
                explained,
                aboveNanos,
                causes(sums, above, aboveNanos, explained),
                disturbed(sums, explained));
    }

    /**
     * A call is explained up to some seconds after it was counted, and told to be disturbed up to a second after that. So it may be in a later
     * difference than the calls of the band.
     */
    private static Disturbed disturbed(CauseSums sums, long explained) {
        Map<DisturbanceKind, Long> byKind = new EnumMap<>(DisturbanceKind.class);
        for (DisturbanceKind kind : DisturbanceKind.values()) {
            if (sums.calls(kind) > 0) {
                byKind.put(kind, Math.min(explained, sums.calls(kind)));
            }
        }
        return new Disturbed(Math.min(explained, sums.disturbedCalls()), byKind);
    }

    private static int group(Histogram lengths, double percentile) {
        int usual = CauseTotals.groupOf(lengths.getValueAtPercentile(MEDIAN));
        return Math.max(usual + 1, CauseTotals.groupOf(lengths.getValueAtPercentile(percentile)));
    }

    private static long calls(Histogram lengths, int from, int to) {
        long all = count(lengths, from);
        return to == BEYOND_ALL ? all : all - count(lengths, Math.max(from, to));
    }

    private static long count(Histogram lengths, int from) {
        long highest = lengths.getMaxValue();
        return highest < CauseTotals.lowestNanos(from)
                ? 0
                : lengths.getCountBetweenValues(CauseTotals.lowestNanos(from), highest);
    }

    private static List<OfCause> causes(CauseSums sums, double[] above, double aboveNanos, long explained) {
        List<OfCause> causes = new ArrayList<>();
        for (Cause cause : Cause.values()) {
            double chance = cause.isStall() ? sums.chance(cause, aboveNanos) : Double.NaN;
            double share = aboveNanos == 0 ? 0 : above[cause.ordinal()] / aboveNanos;
            if (share > 0 || chance > 0) {
                causes.add(new OfCause(cause, Math.min(explained, sums.calls(cause)), share, chance));
            }
        }
        causes.sort((one, other) -> Double.compare(other.share(), one.share()));
        return causes;
    }
}
