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

    long endNanos() {
        return startNanos + nanos;
    }
}
