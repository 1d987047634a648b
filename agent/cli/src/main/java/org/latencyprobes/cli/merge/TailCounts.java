package org.latencyprobes.cli.merge;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.analysis.statistics.Confidence;
import org.latencyprobes.analysis.statistics.ConfidenceInterval;
import org.latencyprobes.analysis.statistics.QuantileEstimate;
import org.latencyprobes.analysis.statistics.ShareEstimate;

/**
 * The calls of one probe beyond a duration, counted by parts of the fleet and blocks of time. Memory: 8 bytes for each part and block. Not
 * thread-safe.
 */
final class TailCounts {

    private final long beyondNanos;
    private final int blocks;
    private final Map<String, Part> parts = new HashMap<>();

    private static final class Part {

        private final long[] beyond;
        private long calls;

        Part(int blocks) {
            beyond = new long[blocks];
        }
    }

    /**
     * A part's share of the tail.
     *
     * @param part a value of the tag
     * @param calls its calls
     * @param callShare its share of all calls, 0 to 1
     * @param beyond its calls in the tail
     * @param tailShare its share of the calls in the tail, with an interval; NaN without a call in the tail
     */
    record Share(String part, long calls, double callShare, long beyond, ConfidenceInterval tailShare) {

        /** How the part's share of the tail compares with its share of all calls, as far as the interval tells. */
        String verdict() {
            if (!tailShare.isBounded() || callShare == 1) {
                return "";
            }
            if (tailShare.isAbove(callShare)) {
                return "more than its share";
            }
            return tailShare.isBelow(callShare) ? "less than its share" : "can't tell";
        }
    }

    /**
     * Creates a tail without calls.
     *
     * @param fleet all calls of the probe
     * @param percentile 0 to 100; calls in buckets above the percentile's are the tail
     * @param blocks the number of blocks of time
     */
    TailCounts(Histogram fleet, double percentile, int blocks) {
        this.beyondNanos = fleet.highestEquivalentValue(fleet.getValueAtPercentile(percentile));
        this.blocks = blocks;
    }

    /** The longest duration, in ns, that is not in the tail. */
    long beyondNanos() {
        return beyondNanos;
    }

    /** Adds a line. Its buckets lie within those of the fleet, whose resolution is the coarsest. */
    void add(String name, int block, Histogram line) {
        Part part = parts.computeIfAbsent(name, any -> new Part(blocks));
        part.calls += line.getTotalCount();
        if (line.getMaxValue() > beyondNanos) {
            part.beyond[block] += line.getCountBetweenValues(beyondNanos + 1, line.getMaxValue());
        }
    }

    /** The number of calls in the tail. */
    long beyond() {
        return sum(whole());
    }

    private long[] whole() {
        long[] whole = new long[blocks];
        parts.values().forEach(part -> Arrays.setAll(whole, block -> whole[block] + part.beyond[block]));
        return whole;
    }

    /** The parts, those with most of the tail first. All their intervals hold together with 95 % confidence (Bonferroni). */
    List<Share> shares() {
        long calls = parts.values().stream().mapToLong(part -> part.calls).sum();
        long[] whole = whole();
        boolean isEmpty = sum(whole) == 0;
        Map<String, ShareEstimate> estimates = new HashMap<>();
        if (!isEmpty) {
            parts.forEach((name, part) -> estimates.put(name, ShareEstimate.of(part.beyond, whole)));
        }
        double designEffect = estimates.values().stream()
                .mapToDouble(ShareEstimate::designEffect)
                .max()
                .orElse(1);
        double confidence = 1 - (1 - Confidence.USUAL) / parts.size();
        return parts.entrySet().stream()
                .map(entry -> new Share(
                        entry.getKey(),
                        entry.getValue().calls,
                        calls == 0 ? 0 : (double) entry.getValue().calls / calls,
                        sum(entry.getValue().beyond),
                        isEmpty
                                ? new ConfidenceInterval(Double.NEGATIVE_INFINITY, Double.NaN, Double.POSITIVE_INFINITY)
                                : interval(estimates.get(entry.getKey()), confidence, designEffect)))
                .sorted((a, b) -> a.beyond != b.beyond
                        ? Long.compare(b.beyond, a.beyond)
                        : a.calls != b.calls ? Long.compare(b.calls, a.calls) : a.part.compareTo(b.part))
                .toList();
    }

    /** A part without a call in the tail, or with all of them, does not tell how its calls come together: the other parts do. */
    private static ConfidenceInterval interval(ShareEstimate share, double confidence, double designEffect) {
        boolean isAllOrNone = share.share() == 0 || share.share() == 1;
        return share.interval(confidence, isAllOrNone ? designEffect : 1);
    }

    /** Whether the calls of the tail come from blocks enough for intervals. */
    boolean hasIntervals() {
        return Arrays.stream(whole()).filter(count -> count > 0).count() >= QuantileEstimate.LEAST_BLOCKS;
    }

    private static long sum(long[] counts) {
        return Arrays.stream(counts).sum();
    }
}
