package org.latencyprobes.cli.report;

/**
 * A time in which the JVM stood still, or all such time of one kind within one line of a log.
 *
 * @param startMillis its start, or that of the line, in ms since 1970
 * @param nanos how long, in ns
 */
public record StallMark(long startMillis, double nanos) {}
