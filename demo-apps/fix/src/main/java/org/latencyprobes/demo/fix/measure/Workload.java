package org.latencyprobes.demo.fix.measure;

/**
 * The work of one child JVM, which gets it as properties.
 *
 * @param engine the engine's name
 * @param parse whether only its parser is driven, without a connection
 * @param rate messages per second
 * @param accountsForOmission whether a message counts from when it was due, and the schedule goes on whatever delays it; if not, JLBH's own
 *     loop waits from each send for the next, and a message counts from when it was sent
 * @param everyRoundTrip whether each round trip is written to a CSV file
 */
public record Workload(
        String engine,
        boolean parse,
        int rate,
        Runs runs,
        Threads threads,
        Sides sides,
        boolean accountsForOmission,
        boolean everyRoundTrip) {

    /**
     * The number and length of runs.
     *
     * @param iterations messages per run
     * @param warmUp messages before the first run, as fast as they are answered
     * @param settling how many runs come first and are dropped: the compiled code of the warm-up is not yet that of the rate
     * @param measured how many are measured
     * @param idleMillis the pause between warm-up and first run, for the compilers to finish
     */
    public record Runs(int iterations, int warmUp, int settling, int measured, int idleMillis) {

        /** The number of all runs. */
        public int most() {
            return settling + measured;
        }
    }

    /**
     * The settings of threads.
     *
     * @param waiting how the generator waits
     * @param generatorCpu the CPU that the generator's thread is pinned to, or {@link #NOT_PINNED}
     * @param clientCpu the same for the engine's threads on the client's side
     * @param serverCpu the same on the server's side
     */
    public record Threads(WaitStrategy waiting, int generatorCpu, int clientCpu, int serverCpu) {

        /** The value that stands for no CPU. */
        public static final int NOT_PINNED = -1;
    }

    /**
     * The place of the server.
     *
     * @param twoJvms whether it has a JVM of its own on this machine
     * @param connect host and port of a server that runs elsewhere, or empty
     */
    public record Sides(boolean twoJvms, String connect) {}
}
