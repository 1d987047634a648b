package org.latencyprobes.benchmarks;

/**
 * Whether a goal was met, by the figures alone.
 *
 * @param goal what was wanted, in words, the limit included
 * @param measured the figure's text, with its spread
 * @param outcome what came of it
 */
record Verdict(String goal, String measured, Outcome outcome) {

    /** What can come of a goal. */
    enum Outcome {
        MET("met"),
        NOT_MET("NOT met"),
        TOO_NOISY("too noisy to say");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }
    }

    /**
     * Compares a figure with its limit.
     *
     * @param noise by how much figures of this kind differ that should not differ at all: a distance to the limit within that decides
     *     nothing, and where it is as large as the limit itself, nothing does
     */
    static Outcome outcome(double value, double limit, double noise) {
        if (Math.abs(value - limit) <= noise || noise >= limit) {
            return Outcome.TOO_NOISY;
        }
        return value <= limit ? Outcome.MET : Outcome.NOT_MET;
    }

    String words() {
        return outcome.words;
    }
}
