package org.latencyprobes.junit;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.internal.jitter.HiccupSampler;
import org.latencyprobes.internal.report.Percentiles;
import org.latencyprobes.internal.report.UnitFactors;

/**
 * What the probes recorded while a test ran.
 *
 * @param calls the calls of each probe, by its name
 * @param hiccups the samples of jitter
 */
record Recorded(TreeMap<String, Samples> calls, Samples hiccups) {

    private static final int SIGNIFICANT_DIGITS = 2;

    /** The samples of a probe: those that were timed in ns, the longest of them, and how many calls were counted alone. */
    static final class Samples {

        private final Histogram timed = new Histogram(SIGNIFICANT_DIGITS);
        private long untimed;
        private long maxNanos;

        private void add(Interval interval) {
            timed.add(interval.histogram());
            untimed += interval.untimed();
            maxNanos = Math.max(maxNanos, interval.maxNanos());
        }

        long count() {
            return timed.getTotalCount();
        }

        long untimed() {
            return untimed;
        }

        /** A percentile in ns; 100 gives the longest. */
        long nanos(double percentile) {
            return Math.min(maxNanos, timed.getValueAtPercentile(percentile));
        }

        /** Whether a percentile is above a limit for certain, whatever the histogram's resolution. The longest is known exactly. */
        boolean isAbove(long limitNanos, double percentile) {
            return (percentile < 100 ? timed.lowestEquivalentValue(nanos(percentile)) : maxNanos) > limitNanos;
        }
    }

    static Recorded of(List<Interval> intervals) {
        Recorded recorded = new Recorded(new TreeMap<>(), new Samples());
        for (Interval interval : intervals) {
            if (interval.isCalls()) {
                recorded.calls
                        .computeIfAbsent(interval.name(), name -> new Samples())
                        .add(interval);
            } else if (interval.name().equals(HiccupSampler.PROBE)) {
                recorded.hiccups.add(interval);
            }
        }
        return recorded;
    }

    /** The probes that recorded calls, some of them if there are many. */
    String names() {
        List<String> names = new ArrayList<>(calls.keySet());
        int most = 10;
        String some = String.join(", ", names.subList(0, Math.min(most, names.size())));
        return names.isEmpty()
                ? "no probe did"
                : "these did: " + some + (names.size() > most ? " and " + (names.size() - most) + " more" : "");
    }

    long jitterNanos() {
        return hiccups.nanos(99.9);
    }

    String jitter() {
        return hiccups.count() == 0
                ? "jitter meanwhile: the test was too short for a sample"
                : "jitter meanwhile: p50 " + micros(hiccups.nanos(50)) + ", p99.9 "
                        + micros(jitterNanos()) + ", max " + micros(hiccups.nanos(100)) + " ("
                        + hiccups.count() + " samples)";
    }

    static String micros(long nanos) {
        return Percentiles.text(nanos / UnitFactors.NANOS_PER_MICRO) + " µs";
    }
}
