package org.latencyprobes.agent.protocol.state;

/**
 * Facts about the JVM for the head of a report.
 *
 * @param main the program, without its arguments
 * @param vm the JVM's name and vendor
 * @param jvmStartMillis when it started, in ms since 1970; null where that is not known
 * @param processors how many it may use
 * @param heapUsedBytes what is used of the heap
 * @param heapCommittedBytes what it has of the system
 * @param heapMaxBytes what it may have
 * @param flags of the JVM; null where its management module is missing
 * @param memoryBytes of the machine or its container; null where that is not known
 */
public record JvmFacts(
        String main,
        String vm,
        Long jvmStartMillis,
        int processors,
        long heapUsedBytes,
        long heapCommittedBytes,
        long heapMaxBytes,
        String flags,
        Long memoryBytes) {

    /** Name of the facts. */
    public static final String NAME = "jvm";
}
