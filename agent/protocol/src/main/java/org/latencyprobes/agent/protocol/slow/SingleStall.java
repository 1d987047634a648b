package org.latencyprobes.agent.protocol.slow;

/**
 * A time in which the JVM, its container or its host stood still.
 *
 * @param start when it began, for people
 * @param kind why
 * @param lengthus how long it was, in µs
 * @param reachus how long threads took to reach a safepoint, in µs; NaN for other kinds
 * @param atMillis when it began, in ms since 1970
 * @param startNanos the same, as {@link System#nanoTime} counts in the JVM
 */
public record SingleStall(String start, String kind, double lengthus, double reachus, long atMillis, long startNanos) {

    /** Name of the table; the command {@code stalls} prints it as {@code stalls}, as reports call their sums. */
    public static final String TABLE = "singleStalls";

    private static final double NANOS_PER_MICRO = 1e3;

    /** {@return how long it was, in ns} */
    public long nanos() {
        return Math.round(lengthus * NANOS_PER_MICRO);
    }
}
