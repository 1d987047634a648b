package org.latencyprobes.agent.protocol.figures;

import java.util.Map;

/**
 * What one probe recorded under one outcome, or a jitter sampler, in some time. A figure that is not known is NaN, as a percentile
 * that the calls do not support.
 *
 * @param probe name of the probe
 * @param tags of the probe
 * @param outcome how its calls ended; empty where it is not known
 * @param kind of the probe: {@code probe}, {@code self} or {@code jitter}
 * @param count calls
 * @param perSecond calls per second
 * @param totalus sum of the calls' durations, in µs; estimated where not all were timed
 * @param meanus mean duration, in µs
 * @param p50us median, in µs
 * @param p90us 90th percentile, in µs
 * @param p99us 99th percentile, in µs
 * @param p999us 99.9th percentile, in µs
 * @param p9999us 99.99th percentile, in µs
 * @param maxus longest that was timed, in µs
 * @param startMillis start of the time, in ms since 1970
 * @param endMillis its end, in ms since 1970
 * @param timed how many of the calls were timed; null for all
 * @param p50lowus lower bound of the median's confidence interval, in µs
 * @param p50highus its upper bound, in µs
 * @param p90lowus lower bound of the 90th percentile's, in µs
 * @param p90highus its upper bound, in µs
 * @param p99lowus lower bound of the 99th percentile's, in µs
 * @param p99highus its upper bound, in µs
 * @param p999lowus lower bound of the 99.9th percentile's, in µs
 * @param p999highus its upper bound, in µs
 * @param p9999lowus lower bound of the 99.99th percentile's, in µs
 * @param p9999highus its upper bound, in µs
 * @param uniform whether the timed calls are a uniform choice of all; null where all were timed
 */
public record ReportRow(
        String probe,
        Map<String, String> tags,
        String outcome,
        String kind,
        long count,
        double perSecond,
        double totalus,
        double meanus,
        double p50us,
        double p90us,
        double p99us,
        double p999us,
        double p9999us,
        double maxus,
        long startMillis,
        long endMillis,
        Long timed,
        double p50lowus,
        double p50highus,
        double p90lowus,
        double p90highus,
        double p99lowus,
        double p99highus,
        double p999lowus,
        double p999highus,
        double p9999lowus,
        double p9999highus,
        Boolean uniform) {

    /** Name of the table. */
    public static final String TABLE = "report";

    /** Name of a second table, of what was recorded since a later moment. */
    public static final String LATER_TABLE = "laterReport";

    /** {@return how many calls were timed} */
    public long timedCalls() {
        return timed == null ? count : timed;
    }

    /** {@return whether the samples are delays of the JVM or the machine} */
    public boolean isJitter() {
        return kind.equals("jitter");
    }
}
