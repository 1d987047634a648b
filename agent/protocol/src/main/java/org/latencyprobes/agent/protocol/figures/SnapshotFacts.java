package org.latencyprobes.agent.protocol.figures;

/**
 * What a snapshot of all probes is about.
 *
 * @param number higher than that of all before
 * @param since the number of the snapshot since which all that has changed is here; 0 for everything
 * @param agentNanos another number for each agent that the JVM has had
 * @param nanos when it was begun, as {@link System#nanoTime} counts in the JVM
 * @param millis the same, in ms since 1970
 * @param ageMillis how long ago that was, in ms
 * @param tookus how long it took to take it, in µs
 * @param pid the JVM's process id, as it sees it itself
 * @param jvmStartMillis when the JVM was started, in ms since 1970; null where that is not known
 * @param main its main class or jar, without arguments
 * @param java its version
 * @param version of the agent
 * @param probes how many probes have calls
 * @param leftOut how many series with calls are not here, because there are too many
 * @param leastCount series that are left out have at most so many calls; 0 where none is
 */
public record SnapshotFacts(
        long number,
        long since,
        long agentNanos,
        long nanos,
        long millis,
        long ageMillis,
        double tookus,
        long pid,
        Long jvmStartMillis,
        String main,
        String java,
        String version,
        int probes,
        int leftOut,
        long leastCount) {

    /** Name of these facts. */
    public static final String TABLE = "snapshot";
}
