package org.latencyprobes.agent.clock;

/**
 * The error of a clock's rate, against {@link System#nanoTime}. Immutable.
 *
 * @param share by which part of the time the clock runs faster; negative where it runs slower
 * @param doubt by how much that may be wrong
 */
record RateError(double share, double doubt) {

    private static final double PER_MILLION = 1e6;

    double perMillion() {
        return share * PER_MILLION;
    }
}
