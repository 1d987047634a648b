package org.latencyprobes.demo.fix.measure;

import org.latencyprobes.demo.common.WaitStrategy;

/**
 * The work of one child JVM, which gets it as properties.
 *
 * @param engine the engine's name
 * @param subject what of the engine is driven
 * @param rate messages per second
 * @param accountsForOmission whether a message counts from when it was due, and the schedule goes on whatever delays it; if not, JLBH's own
 *     loop waits from each send for the next, and a message counts from when it was sent
 * @param everyRoundTrip whether each round trip is written to a CSV file
 * @param agent whether the agent times the engine's stages. If both sides are in this JVM its probes are then switched: on, off, off, on and so
 *     on, so that a drift of the machine falls on both alike. After each switch the engine settles as before the first run
 */
public record Workload(
        String engine,
        Subject subject,
        int rate,
        Runs runs,
        Threads threads,
        Sides sides,
        boolean accountsForOmission,
        boolean everyRoundTrip,
        boolean agent) {

    private static final int SWITCHED_RUNS = 4;

    /** What is driven: a session, or nothing but the engine's parser, which may write each message to a file too. */
    public enum Subject {
        SESSION,
        PARSER,
        LOGGED_PARSER
    }

    /** Whether some runs are measured with the agent's probes off. */
    private boolean isSwitched() {
        return agent && !sides.twoJvms() && sides.connect().isEmpty();
    }

    /** The number of runs that are measured. */
    public int measuredRuns() {
        return isSwitched() ? SWITCHED_RUNS * runs.measured() : runs.measured();
    }

    /** The number of all runs, also those that are dropped: at the beginning, and after a switch. */
    public int allRuns() {
        return runs.settling() * (isSwitched() ? 1 + measuredRuns() / 2 : 1) + measuredRuns();
    }

    /** Whether the agent's probes are on in a measured run, counted from 0. */
    boolean isProbed(int run) {
        int place = run % SWITCHED_RUNS;
        return agent && (!isSwitched() || place == 0 || place == SWITCHED_RUNS - 1);
    }

    /**
     * The number and length of runs.
     *
     * @param iterations messages per run
     * @param warmUp messages before the first run, as fast as they are answered
     * @param settling how many runs come first and are dropped: the compiled code of the warm-up is not yet that of the rate
     * @param measured how many are measured; four times as many where the agent's probes are switched
     * @param idleMillis the pause between warm-up and first run, for the compilers to finish
     */
    public record Runs(int iterations, int warmUp, int settling, int measured, int idleMillis) {}

    /**
     * The settings of threads.
     *
     * @param waiting how the generator waits
     * @param generatorCpus the CPUs that the generator's thread is pinned to, such as {@code 0,1}, or nothing
     * @param clientCpus the same for the engine's threads on the client's side
     * @param serverCpus the same on the server's side
     */
    public record Threads(WaitStrategy waiting, String generatorCpus, String clientCpus, String serverCpus) {}

    /**
     * The place of the server.
     *
     * @param twoJvms whether it has a JVM of its own on this machine
     * @param connect host and port of a server that runs elsewhere, or empty
     */
    public record Sides(boolean twoJvms, String connect) {}
}
