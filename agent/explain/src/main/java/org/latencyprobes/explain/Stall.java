package org.latencyprobes.explain;

/**
 * A time in which the JVM, its container or its host stood still. Instances are not compared: the equality of a record would keep the
 * agent's class loader in the JDK 17 for ever.
 *
 * @param kind what it came from
 * @param startNanos when it began, as {@link System#nanoTime()} counts
 * @param nanos how long it was, in ns
 * @param reachNanos of a safepoint, how much of it went by until all threads had reached it, in ns; else 0
 */
public record Stall(StallKind kind, long startNanos, long nanos, long reachNanos) {

    /**
     * How much of a time a stall covers.
     *
     * @param startNanos when the stall began, as {@link System#nanoTime()} counts
     * @param nanos how long it was
     * @param fromNanos when the time began
     * @param toNanos its end
     * @return in ns, 0 or more
     */
    public static long overlapNanos(long startNanos, long nanos, long fromNanos, long toNanos) {
        long end = Math.min(nanos, toNanos - startNanos); // differences, since nanoTime may wrap around
        return Math.max(0, end - Math.max(0, fromNanos - startNanos));
    }
}
