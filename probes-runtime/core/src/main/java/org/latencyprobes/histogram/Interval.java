package org.latencyprobes.histogram;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.internal.counts.Nesting;
import org.latencyprobes.internal.histogram.IntervalCounts;
import org.latencyprobes.internal.histogram.Tag;

/**
 * The calls of one probe and outcome between two readings, and the samples of those that were timed. Immutable but for its histogram.
 *
 * @param name the probe's name
 * @param tags its tags, in order
 * @param outcome {@code ok}, {@code error} or {@code cancelled}; of self times {@code ok self} or {@code error self}
 * @param kind {@code probe}, {@code jitter} or {@code self}
 * @param owner what tells copies of the runtime from each other that have a probe of that name; empty where it is not known
 * @param startMillis start of the interval, in ms since 1970
 * @param endMillis its end
 * @param maxNanos the longest duration, in ns; exact if its probe was read at most 64 times since the interval began, else
 *     the upper edge of its sub-bucket (at most 0.8 % above)
 * @param clampedLow how many samples were below 0 and counted as 0
 * @param clampedHigh how many were above the range and counted as its end
 * @param unplaced how many were counted but are in no bucket, because the memory cap left none
 * @param untimed how many calls were counted and not timed: they are not in the histogram
 * @param isUniform whether the samples are a uniform choice of the calls; false where the share of calls that are timed changed
 * @param nesting what was inside the calls that were timed
 * @param histogram the raw samples, in ns, at 2 significant digits; belongs to the receiver
 */
public record Interval(
        String name,
        Map<String, String> tags,
        String outcome,
        String kind,
        String owner,
        long startMillis,
        long endMillis,
        long maxNanos,
        long clampedLow,
        long clampedHigh,
        long unplaced,
        long untimed,
        boolean isUniform,
        Nesting nesting,
        Histogram histogram) {

    /**
     * The interval's name in an {@code .hlog} file.
     *
     * @return {@code name;key=value;…;outcome}, percent-encoded by {@link Tag}
     */
    public String tag() {
        return Tag.encode(name, tags, outcome);
    }

    /**
     * The interval of counts that were read.
     *
     * @param counts those of one probe and outcome
     * @return a new one, with a histogram of its own
     */
    public static Interval of(IntervalCounts counts) {
        return new Interval(
                counts.name(),
                counts.tags(),
                counts.outcome(),
                counts.kind(),
                counts.owner(),
                counts.startMillis(),
                counts.endMillis(),
                counts.maxNanos(),
                counts.clampedLow(),
                counts.clampedHigh(),
                counts.unplaced(),
                counts.untimed(),
                counts.isUniform(),
                counts.nesting(),
                counts.histogram());
    }

    /**
     * An interval in which every call was timed.
     *
     * @param name the probe's name
     * @param tags its tags, in order
     * @param outcome {@code ok}, {@code error} or {@code cancelled}
     * @param kind {@code probe} or {@code jitter}
     * @param maxNanos the longest duration, in ns
     * @param histogram the raw samples, in ns, with the times of the interval
     * @return a new interval with nothing clamped and nothing unplaced
     */
    public static Interval of(
            String name, Map<String, String> tags, String outcome, String kind, long maxNanos, Histogram histogram) {
        return new Interval(
                name,
                tags,
                outcome,
                kind,
                "",
                histogram.getStartTimeStamp(),
                histogram.getEndTimeStamp(),
                maxNanos,
                0,
                0,
                0,
                0,
                true,
                Nesting.NONE,
                histogram);
    }

    /**
     * The same with another start, where it is known that nothing could be recorded before.
     *
     * @param millis in ms since 1970, before its end
     * @return a copy with the same histogram, whose own times stay
     */
    public Interval startingAt(long millis) {
        return new Interval(
                name,
                tags,
                outcome,
                kind,
                owner,
                millis,
                endMillis,
                maxNanos,
                clampedLow,
                clampedHigh,
                unplaced,
                untimed,
                isUniform,
                nesting,
                histogram);
    }

    /**
     * The number of calls, timed or not.
     *
     * @return an exact count
     */
    public long count() {
        return timed() + untimed;
    }

    /**
     * The number of samples.
     *
     * @return an exact count, with those that are in no bucket
     */
    public long timed() {
        return histogram.getTotalCount() + unplaced;
    }

    /**
     * Calls per second of the interval.
     *
     * @return 0 for an interval that took no time
     */
    public double perSecond() {
        return endMillis > startMillis ? count() * 1000.0 / (endMillis - startMillis) : 0;
    }

    /**
     * Whether the samples are calls.
     *
     * @return false for a jitter sampler's and for self times, which are parts of calls
     */
    public boolean isCalls() {
        return "probe".equals(kind);
    }

    /**
     * Whether the samples are delays of the JVM or the machine.
     *
     * @return true for a jitter sampler's
     */
    public boolean isJitter() {
        return "jitter".equals(kind);
    }
}
