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
 * @param explained how many of them were looked at
 * @param timeus their time, in µs, by what was looked at
 * @param lostPercent how many of them nothing is known of, in %
 * @param cause such as {@code gc}
 * @param causeCalls how many of the calls looked at have some time of it
 * @param callsPercent its share of the calls, by their main causes, in %
 * @param callsLowPercent the lower end of that share's interval, in %
 * @param callsHighPercent the upper end
 * @param sharePercent its share of their time, in %
 * @param shareLowPercent the lower end of that share's interval, in %
 * @param shareHighPercent the upper end
 * @param chancePercent the share of the time that it would have by chance alone, in %; NaN where that is not known
 * @param disturbed how many of the calls looked at came while the JVM did not run steadily
 * @param disturbedBy how many of these in disturbances of each kind; a call may be in several
 */
public record CauseShare(
        String probe,
        Map<String, String> tags,
        String band,
        double fromus,
        long calls,
        long explained,
        double timeus,
        double lostPercent,
        String cause,
        long causeCalls,
        double callsPercent,
        double callsLowPercent,
        double callsHighPercent,
        double sharePercent,
        double shareLowPercent,
        double shareHighPercent,
        double chancePercent,
        long disturbed,
        Map<String, Long> disturbedBy) {

    /** Name of the table. */
    public static final String TABLE = "causes";
}
