package org.latencyprobes.demo.fix.measure;

/**
 * What one child JVM is to do; travels to it as properties.
 *
 * @param engine the engine's name
 * @param parse whether only its parser is driven, without a connection
 * @param rate messages per second
 * @param iterations messages per run
 * @param warmUp messages before the first run, as fast as they are answered
 * @param runs how many undisturbed runs are wanted
 * @param spareRuns how many more there may be, where others used the machine during some
 * @param idleMillis how long nothing happens between warm-up and first run, for the compilers to finish
 * @param waiting how the generator waits: {@code spin}, {@code yield} or {@code park}
 * @param generatorCpu the CPU that the generator's thread is pinned to, or {@link #NOT_PINNED}
 * @param clientCpu the same for the engine's threads on the client's side
 * @param serverCpu the same on the server's side
 * @param twoJvms whether the server has a JVM of its own
 * @param connect host and port of a server that runs elsewhere, or empty
 * @param everyRoundTrip whether each round trip is written to a CSV file
 */
public record Load(
        String engine,
        boolean parse,
        int rate,
        int iterations,
        int warmUp,
        int runs,
        int spareRuns,
        int idleMillis,
        String waiting,
        int generatorCpu,
        int clientCpu,
        int serverCpu,
        boolean twoJvms,
        String connect,
        boolean everyRoundTrip) {

    /** In place of a CPU. */
    public static final int NOT_PINNED = -1;
}
