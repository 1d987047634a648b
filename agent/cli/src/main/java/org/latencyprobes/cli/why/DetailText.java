package org.latencyprobes.cli.why;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** What is known of a cause beside its share: the largest details, each with its own share of the cause's time. Stateless. */
final class DetailText {

    /** Before the method that a thread was seen in whose time is unknown otherwise. */
    static final String SEEN = "seen running in ";

    private static final int MOST = 3;
    private static final double PERCENT = 100;

    /** A detail with more of the time stands for all of it. */
    private static final double WHOLE = 0.95;

    private DetailText() {}

    /**
     * The largest first.
     *
     * @param details ns by words
     * @param nanos the cause's time
     * @param lookNanos the time between two looks of Flight Recorder at a thread
     */
    static List<String> lines(Map<String, Long> details, long nanos, long lookNanos) {
        return details.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .limit(MOST)
                .map(detail -> text(detail.getKey(), detail.getValue(), nanos, lookNanos))
                .toList();
    }

    private static String text(String words, long detailNanos, long nanos, long lookNanos) {
        if (words.startsWith(SEEN)) {
            long looks = Math.round((double) nanos / lookNanos);
            long seen = detailNanos / lookNanos;
            return String.format(Locale.ROOT, "%s, in %,d of %,d looks", words, seen, Math.max(seen, looks));
        }
        double share = (double) detailNanos / nanos;
        return share > WHOLE
                ? words
                : String.format(Locale.ROOT, "%s %s %%", words, share < 0.01 ? "<1" : Math.round(PERCENT * share));
    }
}
