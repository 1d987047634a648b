package org.latencyprobes.benchmarks.trial;

/**
 * A goal, and whether the figures show that it is met.
 *
 * @param goal what was wanted, in words, the limit included
 * @param measured the figure's text, with its spread
 * @param status what came of it
 */
public record GoalCheck(String goal, String measured, GoalStatus status) {

    /** The answers to whether a goal is met. */
    public enum GoalStatus {
        MET("met"),
        NOT_MET("NOT met"),
        TOO_NOISY("too noisy to say");

        private final String words;

        GoalStatus(String words) {
            this.words = words;
        }
    }

    /**
     * Compares the median of a figure's rounds with its limit, unless the noise is too large.
     *
     * <p>Nothing is decided if the median is within the noise of the limit, if the limit lies between the rounds' quartiles,
     * if the noise is as large as the limit itself, or if the figure is less than it can be.
     *
     * @param least below this a figure of this kind cannot be
     * @param noise by how much figures of this kind differ that should not differ at all
     */
    public static GoalStatus status(RoundValues rounds, double least, double limit, double noise) {
        double median = rounds.median();
        boolean between = rounds.quantile(0.25) < limit && limit < rounds.quantile(0.75);
        if (between || median < least || noise >= limit || Math.abs(median - limit) < noise) {
            return GoalStatus.TOO_NOISY;
        }
        return median <= limit ? GoalStatus.MET : GoalStatus.NOT_MET;
    }

    public String words() {
        return status.words;
    }
}
