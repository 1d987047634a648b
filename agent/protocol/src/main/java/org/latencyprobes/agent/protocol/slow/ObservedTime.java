package org.latencyprobes.agent.protocol.slow;

/**
 * The time that a {@code why} has observed.
 *
 * @param startNanos its start, as {@link System#nanoTime} counts in the JVM
 * @param endNanos its end
 * @param startMillis its start, in ms since 1970
 * @param stallsFromNanos since when stalls are known one by one; those of before have given way
 */
public record ObservedTime(long startNanos, long endNanos, long startMillis, long stallsFromNanos) {

    /** Name of these facts. */
    public static final String TABLE = "time";
}
