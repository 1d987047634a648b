package org.latencyprobes.agent.protocol.slow;

import java.util.Map;

/**
 * One cause of a probe's slow calls in one band of percentiles. The rows of a probe stand together, and those of a band.
 *
 * @param probe name of the probe
 * @param tags of the probe
 * @param band the percentiles
 * @param fromus shortest duration in the band, in µs
 * @param calls timed calls that are that long
 * @param explained how many of them were kept and explained
 * @param aboveus their time above the median, in µs
 * @param cause such as {@code gc}
 * @param causeCalls how many of the explained calls have some time of it
 * @param sharePercent its share of the time above the median, in %
 * @param chancePercent the share that it would have by chance alone, in %; NaN where that is not known
 * @param disturbed how many of the explained calls came while the JVM did not run steadily
 * @param disturbedBy how many of these in disturbances of each kind; a call may be in several
 */
public record CauseShare(
        String probe,
        Map<String, String> tags,
        String band,
        double fromus,
        long calls,
        long explained,
        double aboveus,
        String cause,
        long causeCalls,
        double sharePercent,
        double chancePercent,
        long disturbed,
        Map<String, Long> disturbedBy) {

    /** Name of the table. */
    public static final String TABLE = "causes";
}
