package org.latencyprobes.demo.fix.jvm;

/**
 * A collection that stopped a JVM. On Linux all JVMs of a host have the same clock.
 *
 * @param startNanos by {@link System#nanoTime()}, not after its true start
 * @param endNanos the same, not before its true end
 * @param millis how long it took, by the JVM
 */
public record CollectionPause(long startNanos, long endNanos, long millis) {

    public boolean overlaps(long fromNanos, long toNanos) {
        return fromNanos - endNanos < 0 && startNanos - toNanos < 0;
    }
}
