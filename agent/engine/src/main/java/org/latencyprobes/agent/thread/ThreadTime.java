package org.latencyprobes.agent.thread;

/**
 * What one thread did in a part of a call: from when on it is known until the call's end. Immutable.
 *
 * @param fromNanos from when on it is known, as {@link System#nanoTime()} counts; in the call
 * @param cpuNanos for how long the thread ran on a CPU, in ns
 * @param runDelayNanos for how long it was ready to run and had no CPU, in ns
 */
public record ThreadTime(long fromNanos, long cpuNanos, long runDelayNanos) {}
