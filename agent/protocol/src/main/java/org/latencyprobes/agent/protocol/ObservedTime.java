package org.latencyprobes.agent.protocol;

/**
 * The time that a {@code tail} has observed.
 *
 * @param startNanos its start, as {@link System#nanoTime} counts in the JVM
 * @param endNanos its end
 * @param startMillis its start, in ms since 1970
 * @param stallsFromNanos since when stalls are known one by one; those of before have given way
 * @param isThresholdAuto whether what is slow follows the calls of each probe
 */
public record ObservedTime(
        @Cell(Column.Type.MOMENT) long startNanos,
        @Cell(Column.Type.MOMENT) long endNanos,
        @Cell(Column.Type.MOMENT) long startMillis,
        @Cell(Column.Type.MOMENT) long stallsFromNanos,
        boolean isThresholdAuto) {

    /** Name of these facts. */
    public static final String TABLE = "time";
}
