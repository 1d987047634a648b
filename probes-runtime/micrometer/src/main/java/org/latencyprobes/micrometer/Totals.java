package org.latencyprobes.micrometer;

import java.util.Arrays;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramIterationValue;
import org.latencyprobes.counts.Layout;
import org.latencyprobes.histogram.Interval;

/**
 * Monotonic totals of one series: what backends are told of it.
 *
 * <p>Counts are exact. The sum takes each sample for the middle of its counter and so is at most 0.4 % off. Samples that found no
 * counter (memory cap) are taken for the longest of their interval: late rather than lost. Not thread-safe.
 */
final class Totals {

    private final List<BucketBoundary> bounds;
    private final List<BucketBoundary> slos;
    /** Samples at or below each bound and above the one before; the last entry is those above all. */
    private final long[] between;

    private final long[] over;
    private final long[] exponential = new long[Exponential.LENGTH];
    /** The first and last of them that is not 0; none at first. */
    private int lowest = Exponential.LENGTH;

    private int highest = -1;
    private long zeros;
    private long count;
    private long doubleSumNanos;

    Totals(List<BucketBoundary> bounds, List<BucketBoundary> slos) {
        this.bounds = bounds;
        this.slos = slos;
        this.between = new long[bounds.size() + 1];
        this.over = new long[slos.size()];
    }

    void add(Interval interval) {
        Histogram histogram = interval.histogram();
        if (histogram.getTotalCount() > 0) {
            for (HistogramIterationValue value : histogram.recordedValues()) {
                add(Layout.indexOf(value.getValueIteratedTo()), value.getCountAtValueIteratedTo());
            }
        }
        if (interval.unplaced() > 0) {
            add(Layout.indexOf(interval.worstNanos()), interval.unplaced());
        }
    }

    private void add(int index, long samples) {
        count += samples;
        doubleSumNanos += samples * (Layout.lowestNanos(index) + Layout.highestNanos(index));
        if (index == 0) {
            zeros += samples;
        } else {
            int place = Exponential.placeOf(index);
            exponential[place] += samples;
            lowest = Math.min(lowest, place);
            highest = Math.max(highest, place);
        }
        int bound = 0;
        while (bound < bounds.size() && index > bounds.get(bound).index()) {
            bound++;
        }
        between[bound] += samples;
        for (int slo = 0; slo < over.length; slo++) {
            if (index > slos.get(slo).index()) {
                over[slo] += samples;
            }
        }
    }

    void clear() {
        Arrays.fill(between, 0);
        Arrays.fill(over, 0);
        Arrays.fill(exponential, 0);
        lowest = Exponential.LENGTH;
        highest = -1;
        zeros = 0;
        count = 0;
        doubleSumNanos = 0;
    }

    long count() {
        return count;
    }

    long sumNanos() {
        return doubleSumNanos / 2;
    }

    double sumSeconds() {
        return doubleSumNanos / 2e9;
    }

    long zeros() {
        return zeros;
    }

    /** Counts by {@link Exponential#placeOf}; to be read only. */
    long[] exponential() {
        return exponential;
    }

    /** The first of these that is not 0; above {@link #highest} if all are. */
    int lowest() {
        return lowest;
    }

    /** The last of these that is not 0. */
    int highest() {
        return highest;
    }

    /** Counts between the bounds; to be read only. */
    long[] between() {
        return between;
    }

    /** How many samples are at or below a bound. */
    long upTo(int bound) {
        long samples = 0;
        for (int i = 0; i <= bound; i++) {
            samples += between[i];
        }
        return samples;
    }

    /** How many samples are above an SLO's boundary. */
    long over(int slo) {
        return over[slo];
    }
}
