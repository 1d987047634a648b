package org.latencyprobes.cli.why.recording;

/**
 * A mapping of the ticks that events bear to {@link System#nanoTime} of the JVM that recorded them, or to ns since 1970 where only the
 * recording is there. It is linear between two pairs of readings. Immutable.
 *
 * @param startTicks a reading of the counter
 * @param startNanos {@link System#nanoTime} at the same time
 * @param endTicks a later reading of the counter
 * @param endNanos {@link System#nanoTime} at that time
 * @param doubtNanos by how much the mapping may be wrong, in ns
 */
public record TickScale(long startTicks, long startNanos, long endTicks, long endNanos, long doubtNanos) {

    /**
     * A scale.
     *
     * @throws IllegalArgumentException if the counter did not go on
     */
    public TickScale {
        if (endTicks <= startTicks || endNanos <= startNanos) {
            throw new IllegalArgumentException("no scale from " + startTicks + " to " + endTicks);
        }
    }

    /**
     * The time of a reading.
     *
     * @param ticks any reading, also outside of the two
     * @return as {@link System#nanoTime} counts
     */
    public long nanoTime(long ticks) {
        return startNanos + length(ticks - startTicks);
    }

    /**
     * The length of a time.
     *
     * @param ticks a difference of two readings
     * @return in ns
     */
    public long length(long ticks) {
        long ofScale = endTicks - startTicks;
        long nanos = endNanos - startNanos;
        return ofScale == nanos ? ticks : Math.round((double) ticks / ofScale * nanos);
    }
}
