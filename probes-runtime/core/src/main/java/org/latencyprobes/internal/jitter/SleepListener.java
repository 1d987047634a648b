package org.latencyprobes.internal.jitter;

/**
 * A listener to the sleeps of a {@link HiccupSampler}. The sampler's thread alone calls it, and what the listener does there is in
 * no sample. It must throw nothing.
 */
public interface SleepListener {

    /** Is called once, before the first sleep. */
    default void begin() {}

    /**
     * Is called after each sleep, once its sample is recorded.
     *
     * @param periodNanos how long it should have been
     * @param startNanos {@link System#nanoTime()} before it
     * @param endNanos {@link System#nanoTime()} after it
     */
    default void slept(long periodNanos, long startNanos, long endNanos) {}

    /** Is called once, after the last sleep. */
    default void end() {}
}
