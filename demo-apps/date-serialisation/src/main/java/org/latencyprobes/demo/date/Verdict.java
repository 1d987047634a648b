package org.latencyprobes.demo.date;

import java.util.List;
import java.util.Locale;

/**
 * Whether the published claim, that in context the code takes about twice as long, was reproduced here.
 *
 * @param finding in one word
 * @param sentence for people
 */
record Verdict(Finding finding, String sentence) {

    /** Below this nobody would call it twice as long; the published runs' own factors are 2.2 to 2.7. */
    static final double LEAST_FACTOR = 1.5;

    /** Above this it is more than about twice. */
    static final double MOST_FACTOR = 3;

    /** Rounds whose factors are further apart than this, as largest over smallest, contradict each other. */
    static final double MOST_SPREAD = 2;

    enum Finding {
        REPRODUCED,
        MORE_THAN_CLAIMED,
        NOT_REPRODUCED,
        TOO_NOISY,
        NO_FIGURES
    }

    /**
     * Judges.
     *
     * @param context the server's median over the JMH micro-benchmark's, for each round
     * @param gap the same for the control: same rate, no TCP
     * @param socket the server's median over the control's
     */
    static Verdict of(List<Double> context, List<Double> gap, List<Double> socket) {
        if (context.isEmpty()) {
            return new Verdict(
                    Finding.NO_FIGURES, "No verdict: there is no round with both the micro-benchmark and the server.");
        }
        Finding finding = find(context);
        return new Verdict(
                finding, opening(finding) + figures(context) + reason(finding, context) + parts(gap, socket));
    }

    private static Finding find(List<Double> context) {
        double least = least(context);
        double most = most(context);
        if (context.size() < 2 || most / least > MOST_SPREAD || least < LEAST_FACTOR && most >= LEAST_FACTOR) {
            return Finding.TOO_NOISY;
        }
        if (most < LEAST_FACTOR) {
            return Finding.NOT_REPRODUCED;
        }
        return Medians.of(context) > MOST_FACTOR ? Finding.MORE_THAN_CLAIMED : Finding.REPRODUCED;
    }

    private static String opening(Finding finding) {
        return switch (finding) {
            case REPRODUCED -> "Reproduced: ";
            case MORE_THAN_CLAIMED -> "Reproduced in direction, and more than claimed: ";
            case NOT_REPRODUCED -> "Not reproduced: ";
            default -> "Too noisy to say: ";
        };
    }

    private static String figures(List<Double> context) {
        return String.format(
                Locale.ROOT,
                "in the server the median call took %s as long as in the micro-benchmark (published: about %.0f times)",
                times(context),
                Published.CLAIMED_FACTOR);
    }

    private static String reason(Finding finding, List<Double> context) {
        if (finding != Finding.TOO_NOISY) {
            return ".";
        }
        return context.size() < 2
                ? "; one round cannot tell an effect from the machine's mood."
                : "; the rounds contradict each other.";
    }

    private static String parts(List<Double> gap, List<Double> socket) {
        return gap.isEmpty() || socket.isEmpty()
                ? ""
                : " The gap between calls alone (same rate, no TCP) makes it " + times(gap) + " as long, the socket "
                        + times(socket) + " on top of that.";
    }

    private static String times(List<Double> factors) {
        String median = String.format(Locale.ROOT, "%.1f times", Medians.of(factors));
        return factors.size() < 2
                ? median
                : median
                        + String.format(
                                Locale.ROOT,
                                " (%.1f to %.1f over %d rounds)",
                                least(factors),
                                most(factors),
                                factors.size());
    }

    private static double least(List<Double> factors) {
        return factors.stream().mapToDouble(Double::doubleValue).min().orElseThrow();
    }

    private static double most(List<Double> factors) {
        return factors.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    }
}
