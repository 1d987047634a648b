package org.latencyprobes.explain;

/**
 * A time in which the JVM did not run steadily. Disturbances of several kinds may overlap.
 *
 * @param kind what it was
 * @param startNanos when it began, as {@link System#nanoTime()} counts
 * @param nanos how long it counts, in ns; its end may be still to come
 */
public record Disturbance(DisturbanceKind kind, long startNanos, long nanos) {

    /**
     * The end.
     *
     * @return as {@link System#nanoTime()} counts
     */
    public long endNanos() {
        return startNanos + nanos;
    }
}
