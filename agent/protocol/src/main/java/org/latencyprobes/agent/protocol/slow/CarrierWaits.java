package org.latencyprobes.agent.protocol.slow;

/**
 * How often virtual threads waited for a carrier.
 *
 * @param samples of the scheduler's queue
 * @param waiting those in which a virtual thread waited
 * @param mostQueued greatest number of waiting threads
 */
public record CarrierWaits(long samples, long waiting, long mostQueued) {

    /** Name of the table, of one row. */
    public static final String TABLE = "virtualThreads";
}
