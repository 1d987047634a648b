package org.latencyprobes.cli.why;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.cli.why.band.BandFigures;
import org.latencyprobes.cli.why.band.CallWeights;
import org.latencyprobes.cli.why.recording.MonitorEntry;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.explain.Span;
import org.latencyprobes.explain.Spans;

/**
 * The slow calls of one probe, set of tags and outcome, and why they were.
 *
 * @param key which calls, also those of the histogram
 * @param figures which calls are explained, and what a sample says of all of them
 * @param histogram of all timed calls, in ns; empty where they are not known
 * @param splits the calls of the band that are known one by one, slowest first
 * @param others calls that are known one by one and are not in the band
 * @param weights how many calls of the band those of the sample stand for
 * @param chance share of the time that stalls of the whole JVM would cover by chance, by cause
 * @param entries waits for the monitor of its methods before the calls, which are not in the figures
 * @param nothingKept what is said if no call is explained
 */
record ProbeTail(
        CallsKey key,
        BandFigures figures,
        Histogram histogram,
        List<CallSplit> splits,
        List<CallSplit> others,
        CallWeights weights,
        Map<String, Double> chance,
        List<MonitorEntry> entries,
        String nothingKept) {

    /** With less of the time in waits that are not seen there is nothing to excuse. */
    private static final double MUCH_SHARE = 0.25;

    /** Whether the number of all calls, and their percentiles, are known. */
    boolean isCounted() {
        return histogram.getTotalCount() > 0;
    }

    /** The longest call: exact where it is explained, else the end of its sub-bucket; 0 where there is none. */
    long maxNanos() {
        long explained = splits.isEmpty() ? 0 : splits.get(0).call().nanos();
        long counted = histogram.getMaxValue();
        return explained >= histogram.lowestEquivalentValue(counted) ? explained : counted;
    }

    /** As the histogram has it, which knows sub-buckets only: none is above the longest. */
    long percentileNanos(double percentile) {
        return Math.min(maxNanos(), histogram.getValueAtPercentile(percentile));
    }

    /** Whether a cause can be thought away: not what the call itself did, and not what is not known. */
    static boolean isRemovable(String cause) {
        return !cause.startsWith(Cause.ON_CPU.label()) && !cause.equals(Cause.UNKNOWN.label());
    }

    /** How often something made calls slow: calls at the same time count once. */
    int episodes(String cause) {
        List<Span> spans = splits.stream()
                .filter(split -> split.mainCause().equals(cause))
                .map(split -> split.call().span())
                .toList();
        return Spans.of(spans).all().size();
    }

    /** With the waits before the calls. */
    double allNanos() {
        return figures.nanos()
                + entries.stream().mapToLong(entry -> entry.waited().nanos()).sum();
    }

    /** Whether most calls were on virtual threads, and much of their time is not known. */
    boolean hidesWaitsOfVirtualThreads() {
        long ofVirtual =
                splits.stream().filter(split -> split.call().isVirtual()).count();
        long notKnown = splits.stream()
                .mapToLong(split -> split.nanos().getOrDefault(Cause.UNKNOWN.label(), 0L))
                .sum();
        long nanos = splits.stream().mapToLong(split -> split.call().nanos()).sum();
        return 2 * ofVirtual > splits.size() && notKnown >= MUCH_SHARE * nanos;
    }

    /** One that is among the longest alone is shown, and stands for nothing. */
    private double weight(SingleCall call) {
        return call.isSampled() ? weights.of(call.nanos()) : 0;
    }

    /** Those of most calls first, and what is not known last; none where too few calls are there, or too many were lost. */
    List<BandFigures.OfCause> causes() {
        return figures.causes().stream()
                .sorted(Comparator.comparing(
                                (BandFigures.OfCause cause) -> cause.cause().equals(Cause.UNKNOWN.label()))
                        .thenComparing(cause -> -cause.calls().estimate())
                        .thenComparing(cause -> -cause.time().estimate()))
                .toList();
    }

    /** What is known of a cause in words, with shares of its time. */
    List<String> details(String cause) {
        return DetailText.lines(cause, splits, this::weight);
    }
}
