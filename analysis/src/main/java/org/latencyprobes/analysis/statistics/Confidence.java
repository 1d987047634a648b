package org.latencyprobes.analysis.statistics;

/** The check of a confidence. */
final class Confidence {

    private Confidence() {}

    static void check(double confidence) {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be above 0 and below 1: " + confidence);
        }
    }
}
