package org.latencyprobes.cli.why;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.analysis.picture.DurationText;
import org.latencyprobes.explain.Cause;

/** What is known of a cause beside its share: the largest details, each with its own share of the cause's time. Stateless. */
final class DetailText {

    /** Before the method that a thread was seen in whose time is unknown otherwise. */
    static final String SEEN = "seen running in ";

    /** How much of a wait may have been a wait for a CPU, after its thread was woken. */
    static final String LACKING_CPU = "without a CPU";

    private static final int MOST = 3;
    private static final double PERCENT = 100;

    /** A detail with more of the time stands for all of it. */
    private static final double WHOLE = 0.95;

    private DetailText() {}

    /**
     * What is known of a cause in all of these calls, the largest first. Looks at a thread are told as they were. All else is of the calls that
     * each of these stands for.
     *
     * @param weights how many that are; 0 for one that is only shown
     */
    static List<String> lines(String cause, List<CallSplit> splits, ToDoubleFunction<SingleCall> weights) {
        boolean areLooks = cause.equals(Cause.UNKNOWN.label());
        Map<String, Double> sums = new LinkedHashMap<>();
        double nanos = 0;
        long lookNanos = 1;
        for (CallSplit split : splits) {
            double weight = areLooks ? 1 : weights.applyAsDouble(split.call());
            long ofCause = split.nanos().getOrDefault(cause, 0L);
            Map<String, Long> own = split.details().getOrDefault(cause, Map.of());
            double left = areLooks ? 1 : left(own, ofCause);
            own.forEach((words, part) ->
                    sums.merge(words, weight * part * (words.equals(LACKING_CPU) ? 1 : left), Double::sum));
            nanos += weight * ofCause;
            lookNanos = split.lookNanos();
        }
        Map<String, Long> details = new LinkedHashMap<>();
        sums.forEach((words, sum) -> {
            if (sum > 0) {
                details.put(words, Math.round(sum));
            }
        });
        return lines(details, Math.round(nanos), lookNanos);
    }

    /** The share of what is told of a cause in one call that is left: some of the time may have been another cause's. */
    private static double left(Map<String, Long> details, long nanos) {
        long told = details.entrySet().stream()
                .filter(detail -> !detail.getKey().equals(LACKING_CPU))
                .mapToLong(Map.Entry::getValue)
                .sum();
        return told > nanos ? (double) nanos / told : 1;
    }

    /**
     * The largest first.
     *
     * @param details ns by words
     * @param nanos the cause's time
     * @param lookNanos the time between two looks of Flight Recorder at a thread
     */
    static List<String> lines(Map<String, Long> details, long nanos, long lookNanos) {
        List<String> lines = new ArrayList<>();
        details.entrySet().stream()
                .filter(detail -> !detail.getKey().equals(LACKING_CPU))
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST)
                .map(detail -> text(detail.getKey(), detail.getValue(), nanos, lookNanos))
                .forEach(lines::add);
        if (details.containsKey(LACKING_CPU)) {
            lines.add("up to " + DurationText.of(details.get(LACKING_CPU)) + " of it " + LACKING_CPU);
        }
        return lines;
    }

    private static String text(String words, long detailNanos, long nanos, long lookNanos) {
        if (words.startsWith(SEEN)) {
            long looks = Math.round((double) nanos / lookNanos);
            long seen = detailNanos / lookNanos;
            return String.format(Locale.ROOT, "%s, in %,d of %,d looks", words, seen, Math.max(seen, looks));
        }
        double share = (double) detailNanos / nanos;
        String percent = share < 0.01 ? "<1" : String.valueOf(Math.round(PERCENT * share));
        return share > WHOLE ? words : words + " (" + percent + " % of it)";
    }
}
