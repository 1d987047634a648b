package org.latencyprobes.cli.logs;

/**
 * An interval line of a log, without its samples.
 *
 * @param tag as written, or null
 * @param untimed how many calls were counted and not timed: they are not in its histogram
 * @param isUniform whether the calls that were timed are a uniform choice of all, as far as the log says
 * @param startMillis in ms since 1970
 * @param endMillis the same of its end
 * @param part the number of its log among concatenated ones, from 0
 */
public record LogLine(String tag, long untimed, boolean isUniform, long startMillis, long endMillis, int part) {}
