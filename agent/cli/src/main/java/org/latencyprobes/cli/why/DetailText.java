package org.latencyprobes.cli.why;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

    /** A detail with less of the time comes to nothing. */
    private static final double LEAST = 0.01;

    /** A monitor, its holder, and where it was waited for. */
    private static final Pattern HELD =
            Pattern.compile("^(monitor of .*?), held by (\".*\")(, in .*)?$", Pattern.DOTALL);

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
        Map<String, Map<String, Long>> holders = holders(details);
        Map<String, Long> sums = new LinkedHashMap<>();
        details.forEach((words, part) ->
                sums.merge(holders.containsKey(withoutHolder(words)) ? withoutHolder(words) : words, part, Long::sum));
        List<String> lines = new ArrayList<>();
        sums.entrySet().stream()
                .filter(detail -> !detail.getKey().equals(LACKING_CPU))
                .filter(detail ->
                        detail.getValue() >= LEAST * nanos || detail.getKey().startsWith(SEEN))
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST)
                .map(detail -> holders.containsKey(detail.getKey())
                        ? held(detail.getKey(), detail.getValue(), nanos, holders.get(detail.getKey()))
                        : text(detail.getKey(), detail.getValue(), nanos, lookNanos))
                .forEach(lines::add);
        if (details.containsKey(LACKING_CPU)) {
            lines.add("up to " + DurationText.of(details.get(LACKING_CPU)) + " of it " + LACKING_CPU);
        }
        return lines;
    }

    /** For each monitor that several threads held, and where it was waited for: ns by thread. */
    private static Map<String, Map<String, Long>> holders(Map<String, Long> details) {
        Map<String, Map<String, Long>> holders = new HashMap<>();
        details.forEach((words, nanos) -> {
            Matcher held = HELD.matcher(words);
            if (held.matches()) {
                holders.computeIfAbsent(withoutHolder(words), any -> new HashMap<>())
                        .merge(held.group(2), nanos, Long::sum);
            }
        });
        holders.values().removeIf(threads -> threads.size() == 1);
        return holders;
    }

    private static String withoutHolder(String words) {
        return HELD.matcher(words).replaceFirst("$1$3");
    }

    private static String held(String words, long detailNanos, long nanos, Map<String, Long> threads) {
        Map.Entry<String, Long> most = Collections.max(threads.entrySet(), Map.Entry.comparingByValue());
        long knownNanos = threads.values().stream().mapToLong(Long::longValue).sum();
        String known = knownNanos < WHOLE * detailNanos ? " (" + percent(knownNanos, nanos) + ')' : "";
        return words + " (" + percent(detailNanos, nanos) + " of it), held by " + threads.size() + " threads" + known
                + ", " + most.getKey() + " most (" + percent(most.getValue(), nanos) + ')';
    }

    private static String percent(long detailNanos, long nanos) {
        return Math.round(PERCENT * detailNanos / nanos) + " %";
    }

    private static String text(String words, long detailNanos, long nanos, long lookNanos) {
        if (words.startsWith(SEEN)) {
            long looks = Math.round((double) nanos / lookNanos);
            long seen = detailNanos / lookNanos;
            return String.format(Locale.ROOT, "%s, in %,d of %,d looks", words, seen, Math.max(seen, looks));
        }
        return detailNanos > WHOLE * nanos ? words : words + " (" + percent(detailNanos, nanos) + " of it)";
    }
}
