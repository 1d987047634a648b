package org.latencyprobes.agent.protocol.state;

/**
 * How a backend is.
 *
 * @param backend its name
 * @param state such as {@code open}
 * @param address where figures go, or are fetched
 * @param published how often that went well
 * @param failed how often it did not
 * @param lost how many calls no backend has got
 * @param lastError why it did not, the last time
 * @param lastErrorAt when that was
 */
public record BackendRow(
        String backend,
        String state,
        String address,
        long published,
        long failed,
        long lost,
        String lastError,
        String lastErrorAt) {

    /** Name of the table. */
    public static final String TABLE = "backends";
}
