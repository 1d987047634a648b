package org.latencyprobes.explain.sample;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A sample of calls, uniform within each stratum of their durations, of which it is known exactly how many there were of each duration. It tells
 * what share of the calls beyond a percentile, and of their time, a cause has, and what the percentile would be without it. Immutable.
 *
 * <p>A band of durations is cut from whole sub-buckets. Within it each stratum is a cell, which weighs what the counts say, by calls or by time. The
 * intervals are those of {@link StratifiedWilson}. Calls of which nothing is known, since they were lost, widen them on both sides.
 */
public final class StratifiedSample {

    /** The middle of a sub-bucket is off the mean of its calls by so much, as a share of the time. */
    private static final double MIDDLE_ERROR = 5e-4;

    private static final double NEARLY_NONE = 1e-9;
    private static final int COLUMNS = 24;
    private static final int ROUNDS = 3;
    private static final double PERCENT = 100;

    private final long[] counts;
    private final SubBuckets subBuckets;
    private final List<Call> calls;
    private final double[] lost;
    private final int causes;
    private final long total;

    /**
     * A call of the sample.
     *
     * @param nanos its duration, in ns
     * @param main the number of its main cause
     * @param nanosByCause its duration by cause
     */
    public record Call(long nanos, int main, long[] nanosByCause) {}

    /** Of the cells: the calls kept, how many each has, how many calls there were, and how much the cell weighs. */
    private record Cells(List<Call> kept, int[] cellOf, double[] have, double[] all, double[] weight) {

        int count() {
            return have.length;
        }

        double effective(int cell) {
            return have[cell] < all[cell]
                    ? have[cell] * (all[cell] - 1) / Math.max(all[cell] - have[cell], NEARLY_NONE)
                    : Double.POSITIVE_INFINITY;
        }
    }

    /**
     * Takes a sample.
     *
     * @param counts how many calls there were, by sub-bucket
     * @param subBuckets what these are
     * @param calls the sample
     * @param lost how many calls there were, by stratum, that had no chance to be in the sample; may be shorter
     * @param causes how many causes there are
     */
    public StratifiedSample(long[] counts, SubBuckets subBuckets, List<Call> calls, double[] lost, int causes) {
        this.counts = counts.clone();
        this.subBuckets = subBuckets;
        this.calls = List.copyOf(calls);
        this.lost = lost.clone();
        this.causes = causes;
        total = Arrays.stream(counts).sum();
    }

    /**
     * The sub-bucket that holds a percentile: beyond it are the sub-buckets after that.
     *
     * @param percentile from 0 to 100
     * @return its number
     */
    public int edge(double percentile) {
        long wanted = total - tail(percentile);
        long sum = 0;
        for (int subBucket = 0; subBucket < counts.length; subBucket++) {
            sum += counts[subBucket];
            if (sum >= wanted) {
                return subBucket;
            }
        }
        return counts.length - 1;
    }

    /** How many calls a percentile lets be beyond it. */
    private long tail(double percentile) {
        return (long) Math.floor(total * (PERCENT - percentile) / PERCENT + 1e-6);
    }

    /**
     * How many calls there were beyond a sub-bucket.
     *
     * @param edge its number; −1 for all calls
     * @return exactly
     */
    public long beyond(int edge) {
        long sum = 0;
        for (int subBucket = edge + 1; subBucket < counts.length; subBucket++) {
            sum += counts[subBucket];
        }
        return sum;
    }

    /**
     * How many calls of the sample are beyond a sub-bucket.
     *
     * @param edge its number
     * @return 0 or more
     */
    public int kept(int edge) {
        return (int) calls.stream()
                .filter(call -> subBuckets.of(call.nanos()) > edge)
                .count();
    }

    /**
     * The causes' shares of the calls, or of their time, beyond a sub-bucket.
     *
     * @param edge its number
     * @param byTime whether of the time; else of the calls, by their main causes
     * @return a share for each cause, from 0 to 1; empty where no call beyond is in the sample
     */
    public Share[] shares(int edge, boolean byTime) {
        Cells cells = cells(edge, byTime);
        if (cells == null) {
            return new Share[0];
        }
        CellSums[] sums = new CellSums[cells.count()];
        Arrays.setAll(sums, cell -> new CellSums(causes));
        for (int i = 0; i < cells.kept.size(); i++) {
            Call call = cells.kept.get(i);
            sums[cells.cellOf[i]].add(1, call.nanos(), call.main(), call.nanosByCause());
        }
        double widened = lostShare(edge, byTime) + (byTime ? MIDDLE_ERROR : 0);
        Share[] shares = new Share[causes];
        Arrays.setAll(shares, cause -> CellSums.share(cause, sums, cells.all, cells.weight, byTime, widened));
        return shares;
    }

    /** Null where no call is kept. A cell with calls of which none is kept joins its nearest neighbour that has some. */
    private Cells cells(int edge, boolean byTime) {
        int first = (edge + 1) / subBuckets.inStratum();
        int strata = counts.length / subBuckets.inStratum() + 1 - first;
        List<Call> kept = new ArrayList<>();
        double[] have = new double[Math.max(0, strata)];
        for (Call call : calls) {
            int subBucket = subBuckets.of(call.nanos());
            if (subBucket > edge && subBucket < counts.length) {
                kept.add(call);
                have[subBucket / subBuckets.inStratum() - first]++;
            }
        }
        int[] full = IntStream.range(0, have.length)
                .filter(stratum -> have[stratum] > 0)
                .toArray();
        if (full.length == 0) {
            return null;
        }
        double[] all = new double[full.length];
        double[] weight = new double[full.length];
        for (int subBucket = edge + 1; subBucket < counts.length; subBucket++) {
            int cell = nearest(full, subBucket / subBuckets.inStratum() - first);
            all[cell] += counts[subBucket];
            weight[cell] += counts[subBucket] * (byTime ? subBuckets.middleNanos(subBucket) : 1);
        }
        int[] cellOf = kept.stream()
                .mapToInt(call -> nearest(full, subBuckets.of(call.nanos()) / subBuckets.inStratum() - first))
                .toArray();
        Cells cells = new Cells(
                kept,
                cellOf,
                Arrays.stream(full).mapToDouble(stratum -> have[stratum]).toArray(),
                all,
                weight);
        if (byTime) {
            weighExactly(cells);
        }
        return normalised(cells);
    }

    private static Cells normalised(Cells cells) {
        double sum = Arrays.stream(cells.weight).sum();
        Arrays.setAll(cells.weight, cell -> cells.weight[cell] / sum);
        return cells;
    }

    /** Where all calls of a cell are kept, their own sum is better than the sub-buckets' middles. */
    private static void weighExactly(Cells cells) {
        double[] sums = new double[cells.count()];
        for (int i = 0; i < cells.kept.size(); i++) {
            sums[cells.cellOf[i]] += cells.kept.get(i).nanos();
        }
        for (int cell = 0; cell < cells.count(); cell++) {
            if (cells.have[cell] >= cells.all[cell]) {
                cells.weight[cell] = sums[cell];
            }
        }
    }

    /**
     * The stratum that stands for another one.
     *
     * @param full strata with sampled calls, rising; not empty
     * @param stratum any
     * @return the place of itself or, where it has none, of the nearest
     */
    public static int nearest(int[] full, int stratum) {
        int at = Arrays.binarySearch(full, stratum);
        if (at >= 0) {
            return at;
        }
        int after = -at - 1;
        if (after == 0) {
            return 0;
        }
        return after == full.length || stratum - full[after - 1] <= full[after] - stratum ? after - 1 : after;
    }

    /**
     * The share of the calls, or of their time, beyond a sub-bucket that the lost calls stand for.
     *
     * @param edge its number
     * @param byTime whether of the time
     * @return from 0 to 1
     */
    public double lostShare(int edge, boolean byTime) {
        double of = 0;
        double sum = 0;
        for (int subBucket = edge + 1; subBucket < counts.length; subBucket++) {
            double weight = counts[subBucket] * (byTime ? subBuckets.middleNanos(subBucket) : 1);
            sum += weight;
            of += weight * lostRate(subBucket / subBuckets.inStratum());
        }
        return sum == 0 ? 0 : of / sum;
    }

    /**
     * The share of a stratum's calls that were lost.
     *
     * @param stratum its number
     * @return from 0 to 1
     */
    public double lostRate(int stratum) {
        if (stratum >= lost.length || lost[stratum] == 0) {
            return 0;
        }
        long whole = 0;
        int end = Math.min(counts.length, (stratum + 1) * subBuckets.inStratum());
        for (int subBucket = stratum * subBuckets.inStratum(); subBucket < end; subBucket++) {
            whole += counts[subBucket];
        }
        return Math.min(1, lost[stratum] / Math.max(1, whole));
    }

    /**
     * What a percentile would be had no call spent time in a cause, all else equal: a sub-bucket with its ends. A call that is above the new percentile
     * was above it before, so that calls from there on suffice.
     *
     * @param percentile from 0 to 100
     * @param cause its number
     * @param floor the sub-bucket from which on calls are in the sample; an end that is this sub-bucket may lie below it
     * @return numbers of sub-buckets; null where no call is kept
     */
    public Share without(double percentile, int cause, int floor) {
        int top = edge(percentile);
        int[] columns = columns(Math.min(floor, top), top);
        Share found = null;
        for (int round = 0; round < ROUNDS; round++) {
            Share[] above = new Share[columns.length];
            for (int column = 0; column < columns.length; column++) {
                above[column] = above(columns[column], cause);
                if (above[column] == null) {
                    return null;
                }
            }
            int estimate = first(above, percentile, 0);
            int low = first(above, percentile, -1);
            int high = first(above, percentile, 1);
            found = new Share(low > 0 ? columns[low - 1] + 1 : columns[0], columns[estimate], columns[high]);
            columns = columns(columns[Math.max(low - 1, 0)], columns[high]);
        }
        return found;
    }

    private static int[] columns(int from, int to) {
        double step = (to - from) / (COLUMNS - 1.0);
        return IntStream.range(0, COLUMNS)
                .map(column -> column == COLUMNS - 1 ? to : (int) (from + column * step))
                .distinct()
                .toArray();
    }

    private int first(Share[] above, double percentile, int end) {
        for (int column = 0; column < above.length; column++) {
            double calls = end == 0 ? above[column].estimate() : end < 0 ? above[column].low() : above[column].high();
            if (calls <= tail(percentile)) {
                return column;
            }
        }
        return above.length - 1;
    }

    /** How many calls would still be beyond a sub-bucket; null where none is kept. */
    private Share above(int subBucket, int cause) {
        Cells cells = cells(subBucket, false);
        if (cells == null) {
            return null;
        }
        double[] rates = new double[cells.count()];
        double[] samples = new double[cells.count()];
        for (int i = 0; i < cells.kept.size(); i++) {
            Call call = cells.kept.get(i);
            if (subBuckets.of(Math.max(0, call.nanos() - call.nanosByCause()[cause])) > subBucket) {
                rates[cells.cellOf[i]]++;
            }
        }
        for (int cell = 0; cell < rates.length; cell++) {
            rates[cell] /= cells.have[cell];
            samples[cell] = cells.effective(cell);
        }
        Share calls = StratifiedWilson.of(rates, samples, cells.all, StratifiedWilson.Z);
        double unknown = lostShare(subBucket, false) * beyond(subBucket);
        return new Share(calls.low() - unknown, calls.estimate(), calls.high() + unknown);
    }
}
