package org.latencyprobes.cli.why;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.latencyprobes.cli.why.recording.MonitorEntry;
import org.latencyprobes.explain.Cause;

/**
 * The slow calls of one probe, set of tags and outcome, and why they were.
 *
 * @param key which calls, also those of the histogram
 * @param band which calls are explained, in words
 * @param beyond about how many calls there were in the band
 * @param histogram of all timed calls, in ns; empty where they are not known
 * @param splits the calls that are explained, slowest first
 * @param chance share of the time that stalls of the whole JVM would cover by chance, by cause
 * @param entries waits for the monitor of its methods before the calls, which are not in the figures
 * @param nothingKept what is said if no call is explained
 */
record ProbeTail(
        CallsKey key,
        String band,
        long beyond,
        Histogram histogram,
        List<CallSplit> splits,
        Map<String, Double> chance,
        List<MonitorEntry> entries,
        String nothingKept) {

    /** With less of the time in waits that are not seen there is nothing to excuse. */
    private static final double MUCH_SHARE = 0.25;

    /**
     * A cause of a probe's slow calls.
     *
     * @param cause its name
     * @param nanos its time in all calls, in ns
     * @param calls how many calls it is the main cause of
     * @param details what is known of it in words, with shares of its time
     */
    record CauseSum(String cause, long nanos, long calls, List<String> details) {}

    /** Whether the number of all calls, and their percentiles, are known. */
    boolean isCounted() {
        return histogram.getTotalCount() > 0;
    }

    long totalNanos() {
        return splits.stream().mapToLong(split -> split.call().nanos()).sum();
    }

    /** The longest call: exact where it is explained, else the end of its bucket; 0 where there is none. */
    long maxNanos() {
        long explained = splits.isEmpty() ? 0 : splits.get(0).call().nanos();
        long counted = histogram.getMaxValue();
        return explained >= histogram.lowestEquivalentValue(counted) ? explained : counted;
    }

    /** With the waits before the calls. */
    long allNanos() {
        return totalNanos()
                + entries.stream().mapToLong(entry -> entry.waited().nanos()).sum();
    }

    /** Whether most calls were on virtual threads, and much of their time is not known. */
    boolean hidesWaitsOfVirtualThreads() {
        long ofVirtual =
                splits.stream().filter(split -> split.call().isVirtual()).count();
        long notKnown = splits.stream()
                .mapToLong(split -> split.nanos().getOrDefault(Cause.UNKNOWN.label(), 0L))
                .sum();
        return 2 * ofVirtual > splits.size() && notKnown >= MUCH_SHARE * totalNanos();
    }

    /** Largest first. */
    List<CauseSum> causes() {
        Map<String, Long> nanos = new LinkedHashMap<>();
        splits.forEach(split -> split.nanos().forEach((cause, part) -> nanos.merge(cause, part, Long::sum)));
        return nanos.entrySet().stream()
                .map(cause -> new CauseSum(
                        cause.getKey(),
                        cause.getValue(),
                        splits.stream()
                                .filter(split -> split.mainCause().equals(cause.getKey()))
                                .count(),
                        DetailText.lines(cause.getKey(), splits)))
                .sorted(Comparator.comparingLong(CauseSum::nanos).reversed())
                .toList();
    }
}
