package org.latencyprobes.demo.date;

import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import org.latencyprobes.demo.common.Medians;

/**
 * The verdict on the published claim: in context the code takes about twice as long.
 *
 * @param finding in one word
 * @param sentence for people
 */
record DateVerdict(Finding finding, String sentence) {

    /** The least factor that counts as twice as long. The published runs' own factors are 2.2 to 2.7. */
    static final double LEAST_FACTOR = 1.5;

    /** The largest factor that counts as about twice as long. */
    static final double MOST_FACTOR = 3;

    /** The largest ratio of the largest to the smallest factor at which rounds do not contradict each other. */
    static final double MOST_SPREAD = 2;

    /** The p99 of the hiccup sampler's wake-ups from which the machine counts as busy. */
    static final double BUSY_MILLIS = 1;

    /** The share of the effect, on a logarithmic scale, from which a part is most of it. */
    private static final double MOST_SHARE = 2.0 / 3;

    enum Finding {
        REPRODUCED("Reproduced: "),
        MORE_THAN_CLAIMED("Reproduced in direction, and more than claimed: "),
        NOT_REPRODUCED("Not reproduced: "),
        TOO_NOISY("Too noisy to say: "),
        NO_FIGURES("No verdict: ");

        private final String opening;

        Finding(String opening) {
            this.opening = opening;
        }
    }

    /**
     * Decides.
     *
     * @param context the server's median over the JMH micro-benchmark's, for each round
     * @param gap the same for the control: same rate, no TCP
     * @param socket the server's median over the control's
     * @param hiccupMillis the hiccup sampler's p99 beside the paced experiments
     */
    static DateVerdict of(List<Double> context, List<Double> gap, List<Double> socket, double hiccupMillis) {
        Finding finding = find(context, hiccupMillis);
        return new DateVerdict(
                finding,
                finding.opening
                        + switch (finding) {
                            case NO_FIGURES -> "no round has both the micro-benchmark and the server.";
                            case TOO_NOISY -> figures(context) + doubt(context, hiccupMillis) + parts(gap, socket);
                            case NOT_REPRODUCED -> figures(context) + "." + parts(gap, socket);
                            case REPRODUCED, MORE_THAN_CLAIMED ->
                                figures(context) + "." + parts(gap, socket) + cause(gap, socket);
                        });
    }

    private static Finding find(List<Double> context, double hiccupMillis) {
        if (context.isEmpty()) {
            return Finding.NO_FIGURES;
        }
        if (context.size() < 2 || contradict(context) || hiccupMillis >= BUSY_MILLIS) {
            return Finding.TOO_NOISY;
        }
        if (range(context).getMax() < LEAST_FACTOR) {
            return Finding.NOT_REPRODUCED;
        }
        return Medians.of(context) > MOST_FACTOR ? Finding.MORE_THAN_CLAIMED : Finding.REPRODUCED;
    }

    private static boolean contradict(List<Double> context) {
        DoubleSummaryStatistics range = range(context);
        boolean onBothSides = range.getMin() < LEAST_FACTOR && range.getMax() >= LEAST_FACTOR;
        return onBothSides || range.getMax() / range.getMin() > MOST_SPREAD;
    }

    private static String figures(List<Double> context) {
        return String.format(
                Locale.ROOT,
                "in the server the median call took %.1f times as long as in the micro-benchmark (%s; published: about %.0f)",
                Medians.of(context),
                rounds(context),
                PublishedDateFigures.CLAIMED_FACTOR);
    }

    private static String doubt(List<Double> context, double hiccupMillis) {
        if (hiccupMillis >= BUSY_MILLIS) {
            return String.format(
                    Locale.ROOT,
                    ", but the machine was busy with other things: one in a hundred wake-ups came %.1f ms late or later.",
                    hiccupMillis);
        }
        return context.size() < 2
                ? "; one round is not enough to tell an effect from noise."
                : "; the rounds contradict each other.";
    }

    private static String parts(List<Double> gap, List<Double> socket) {
        return gap.isEmpty() || socket.isEmpty()
                ? ""
                : String.format(
                        Locale.ROOT,
                        " The gap between calls alone (same rate, no TCP) makes it %.1f times as long (%s), the socket %.1f"
                                + " times on top of that (%s).",
                        Medians.of(gap),
                        rounds(gap),
                        Medians.of(socket),
                        rounds(socket));
    }

    /** Names the part that makes most of the effect. Factors multiply, so their logarithms are compared. */
    private static String cause(List<Double> gap, List<Double> socket) {
        if (gap.isEmpty() || socket.isEmpty()) {
            return "";
        }
        double ofGap = Math.log(Medians.of(gap));
        double share = ofGap / (ofGap + Math.log(Medians.of(socket)));
        if (share >= MOST_SHARE) {
            return " Most of the effect is the gap.";
        }
        return share <= 1 - MOST_SHARE ? " Most of the effect is the socket." : " Gap and socket share the effect.";
    }

    private static String rounds(List<Double> factors) {
        DoubleSummaryStatistics range = range(factors);
        return factors.size() < 2
                ? "one round"
                : String.format(
                        Locale.ROOT, "%.1f to %.1f over %d rounds", range.getMin(), range.getMax(), factors.size());
    }

    private static DoubleSummaryStatistics range(List<Double> factors) {
        return factors.stream().mapToDouble(Double::doubleValue).summaryStatistics();
    }
}
