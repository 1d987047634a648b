package org.latencyprobes.cli.why;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.latencyprobes.analysis.picture.DurationText;

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

    /** What is known of a cause in all of these calls, the largest first. */
    static List<String> lines(String cause, List<CallSplit> splits) {
        Map<String, Long> details = new LinkedHashMap<>();
        long nanos = 0;
        long lookNanos = 1;
        for (CallSplit split : splits) {
            split.details()
                    .getOrDefault(cause, Map.of())
                    .forEach((words, part) -> details.merge(words, part, Long::sum));
            nanos += split.nanos().getOrDefault(cause, 0L);
            lookNanos = split.lookNanos();
        }
        return lines(details, nanos, lookNanos);
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
