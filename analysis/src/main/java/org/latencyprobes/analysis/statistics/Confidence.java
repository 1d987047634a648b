package org.latencyprobes.analysis.statistics;

/** How sure intervals are. Stateless. */
public final class Confidence {

    /** The confidence where nobody asks for another one. */
    public static final double USUAL = 0.95;

    private Confidence() {}

    static void check(double confidence) {
        if (!(confidence > 0 && confidence < 1)) {
            throw new IllegalArgumentException("confidence must be above 0 and below 1: " + confidence);
        }
    }
}
