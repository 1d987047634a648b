package org.latencyprobes.demo.fix.measure;

import org.latencyprobes.demo.common.WaitStrategy;

/**
 * The work of one child JVM, which gets it as properties.
 *
 * @param engine the engine's name
 * @param subject what of the engine is driven
 * @param rate messages per second
 * @param waiting how the generator waits
 * @param accountsForOmission whether a message counts from when it was due, and the schedule goes on whatever delays it; if not, JLBH's own
 *     loop waits from each send for the next, and a message counts from when it was sent
 * @param everyRoundTrip whether each round trip is written to a CSV file
 */
public record Workload(
        String engine,
        Subject subject,
        int rate,
        Runs runs,
        WaitStrategy waiting,
        boolean accountsForOmission,
        boolean everyRoundTrip) {

    /** What is driven: a session, or nothing but the engine's parser, which may write each message to a file too. */
    public enum Subject {
        SESSION,
        PARSER,
        LOGGED_PARSER
    }

    /** Whether nothing but a parser is driven. */
    boolean isParser() {
        return subject != Subject.SESSION;
    }

    /**
     * The number and length of runs.
     *
     * @param iterations messages per run
     * @param warmUp messages before the first run, as fast as they are answered
     * @param settling how many runs come first and are dropped: the compiled code of the warm-up is not yet that of the rate
     * @param measured how many are measured
     * @param idleMillis the pause between warm-up and first run, for the compilers to finish
     */
    public record Runs(int iterations, int warmUp, int settling, int measured, int idleMillis) {}
}
