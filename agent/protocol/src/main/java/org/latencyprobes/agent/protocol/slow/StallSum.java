package org.latencyprobes.agent.protocol.slow;

/**
 * The stalls of one kind in some time.
 *
 * @param kind such as {@code gc}
 * @param count stalls
 * @param totalus their lengths together, in µs
 * @param longestus the longest, in µs
 * @param longestAt when that was, for people; empty where it is not known any more
 * @param longestAtMillis the same, in ms since 1970; null likewise
 */
public record StallSum(
        String kind, long count, double totalus, double longestus, String longestAt, Long longestAtMillis) {

    /** Name of the table. */
    public static final String TABLE = "stalls";
}
