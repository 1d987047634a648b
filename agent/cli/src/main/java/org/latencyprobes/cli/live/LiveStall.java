package org.latencyprobes.cli.live;

/**
 * A time in which the JVM, its container or its host stood still.
 *
 * @param kind its kind's name
 * @param startNanos when it began, as {@link System#nanoTime} counts in the JVM
 * @param startMillis the same, in ms since 1970
 * @param nanos its length, in ns
 */
public record LiveStall(String kind, long startNanos, long startMillis, long nanos) {}
