package org.latencyprobes.demo.fix.jvm;

/**
 * A stretch of time.
 *
 * @param startNanos by {@link System#nanoTime()}, or since a run began; then negative for one that began before
 * @param nanos its length
 */
public record TimeSpan(long startNanos, long nanos) {

    /** The same, counted from a moment. */
    public TimeSpan since(long zeroNanos) {
        return new TimeSpan(startNanos - zeroNanos, nanos);
    }
}
