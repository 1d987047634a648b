package org.latencyprobes.agent.protocol.figures;

import java.util.Map;

/**
 * A probe, with what it recorded since the start under all outcomes together. Figures of a probe that was not called are NaN, and percentiles
 * that its calls do not support.
 *
 * @param probe name of the probe
 * @param tags of the probe
 * @param mode how it is measured; {@code unprobed} for one that is woven no more, {@code application} for one of the application's own
 * @param count calls
 * @param error calls that failed
 * @param cancelled calls that were cancelled
 * @param abandoned calls whose stages were dropped before they completed
 * @param totalus sum of the calls' durations, in µs
 * @param meanus mean duration, in µs
 * @param p50us median, in µs
 * @param p99us 99th percentile, in µs
 * @param maxus longest that was timed, in µs
 * @param remark what a reader should know of it, or empty
 * @param timed how many of the calls were timed; null for all
 */
public record ProbeRow(
        String probe,
        Map<String, String> tags,
        String mode,
        long count,
        long error,
        long cancelled,
        long abandoned,
        double totalus,
        double meanus,
        double p50us,
        double p99us,
        double maxus,
        String remark,
        Long timed) {

    /** Name of the table. */
    public static final String TABLE = "probes";
}
