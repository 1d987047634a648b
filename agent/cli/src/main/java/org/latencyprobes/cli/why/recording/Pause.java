package org.latencyprobes.cli.why.recording;

/**
 * A time in which all threads of the JVM stood still.
 *
 * @param isGc whether a collector asked for it
 * @param startNanos when it began, as {@link System#nanoTime} counts
 * @param nanos how long it was, in ns
 * @param detail the collector and its cause, or the operation
 */
public record Pause(boolean isGc, long startNanos, long nanos, String detail) {

    /** The detail of the time that it takes until all threads stand still. */
    public static final String REACHING = "until all threads had stopped";

    /** {@return when it ended} */
    public long endNanos() {
        return startNanos + nanos;
    }
}
