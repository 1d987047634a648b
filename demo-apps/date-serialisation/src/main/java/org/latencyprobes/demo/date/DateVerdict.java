package org.latencyprobes.demo.date;

import java.util.List;
import java.util.Locale;
import org.latencyprobes.analysis.statistics.ConfidenceInterval;

/**
 * The verdict on the published claim: in context the code takes about twice as long. It is made from the 95 % interval of the ratio over
 * rounds, each of which has a JVM of each side.
 *
 * @param finding in one word
 * @param context the server's median over the micro-benchmark's, or null without figures
 * @param sentence for people
 */
record DateVerdict(Finding finding, ConfidenceInterval context, String sentence) {

    /** The least ratio that counts as twice as long. The published runs' own ratios are 2.2 to 2.7. */
    static final double LEAST_RATIO = 1.5;

    /** The largest ratio that counts as about twice as long. */
    static final double MOST_RATIO = 3;

    /** The confidence of all intervals. */
    static final double CONFIDENCE = 0.95;

    /** The p99 of the hiccup sampler's wake-ups from which tails are not to be believed. */
    static final double BUSY_MILLIS = 1;

    enum Finding {
        REPRODUCED("Reproduced: ", "reproduced"),
        MORE_THAN_CLAIMED("Reproduced in direction, and more than claimed: ", "more than claimed"),
        NOT_REPRODUCED("Not reproduced: ", "not reproduced"),
        UNDECIDED("Can't tell: ", "can't tell"),
        NO_FIGURES("No verdict: ", "no verdict");

        private final String opening;
        private final String words;

        Finding(String opening, String words) {
            this.opening = opening;
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /**
     * Decides.
     *
     * @param context the server's median over the JMH micro-benchmark's, or null without figures
     * @param rounds over how many rounds
     * @param hiccupMillis the hiccup sampler's p99 beside the paced experiments
     */
    static DateVerdict of(ConfidenceInterval context, int rounds, double hiccupMillis) {
        if (context == null) {
            return new DateVerdict(
                    Finding.NO_FIGURES,
                    null,
                    Finding.NO_FIGURES.opening + "no round has both the micro-benchmark and the server.");
        }
        Finding finding = find(context);
        return new DateVerdict(finding, context, finding.opening + figures(context, rounds) + machine(hiccupMillis));
    }

    private static Finding find(ConfidenceInterval context) {
        if (context.isBelow(LEAST_RATIO)) {
            return Finding.NOT_REPRODUCED;
        }
        if (context.isAbove(MOST_RATIO)) {
            return Finding.MORE_THAN_CLAIMED;
        }
        return context.isAbove(LEAST_RATIO) ? Finding.REPRODUCED : Finding.UNDECIDED;
    }

    private static String figures(ConfidenceInterval context, int rounds) {
        return String.format(
                Locale.ROOT,
                "in the server the median call took %s times as long as in the micro-benchmark (%s; published: about %.0f).",
                number(context.estimate()),
                rounds == 1
                        ? "one round, which has no interval"
                        : range(context) + " with 95 % confidence, " + rounds + " rounds",
                PublishedDateFigures.CLAIMED_FACTOR);
    }

    private static String machine(double hiccupMillis) {
        return hiccupMillis < BUSY_MILLIS
                ? ""
                : String.format(
                        Locale.ROOT,
                        " One in a hundred wake-ups came %.1f ms late or later. Believe none of the tails.",
                        hiccupMillis);
    }

    private static String range(ConfidenceInterval interval) {
        return number(interval.low()) + " to " + number(interval.high());
    }

    private static String number(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }

    static double[] array(List<Double> ratios) {
        return ratios.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
