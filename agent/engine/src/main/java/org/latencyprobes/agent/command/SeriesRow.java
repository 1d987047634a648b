package org.latencyprobes.agent.command;

import java.util.List;

/**
 * The cumulative counts of one probe and outcome, as a snapshot holds them. Immutable. Rows are not compared.
 *
 * @param key name and tags of the probe as text, outcome, kind, and a number that tells probes of the same name in several copies of the
 *     runtime from each other
 * @param owner as {@link org.latencyprobes.histogram.IntervalCounts#owner}
 * @param mode of the probe
 * @param startMillis since when it counts, in ms since 1970
 * @param count how many calls there were
 * @param timed how many of them were timed
 * @param worstNanos the longest, in ns
 * @param isUniform whether the timed calls are a uniform choice of all
 * @param histogram of the timed calls, as text
 * @param changed number of the snapshot in which count or mode last changed
 */
record SeriesRow(
        List<Object> key,
        String owner,
        String mode,
        long startMillis,
        long count,
        long timed,
        long worstNanos,
        boolean isUniform,
        String histogram,
        long changed) {

    private static final long OWN_BYTES = 300;

    SeriesRow with(String otherMode, long number) {
        return new SeriesRow(
                key, owner, otherMode, startMillis, count, timed, worstNanos, isUniform, histogram, number);
    }

    /** About how much memory it takes, in bytes. */
    long bytes() {
        return OWN_BYTES + histogram.length();
    }
}
