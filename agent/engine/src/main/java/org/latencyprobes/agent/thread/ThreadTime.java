package org.latencyprobes.agent.thread;

/**
 * What one thread did during a call, by the readings in it. Immutable.
 *
 * @param fromNanos the first reading in the call, as {@link System#nanoTime()} counts
 * @param cpuNanos for how long the thread ran on a CPU since then, in ns
 * @param runDelayNanos for how long it was ready to run since then and had no CPU, in ns
 * @param throttledNanos how much of that its control group was throttled for, in ns
 * @param begin what it did before, by an estimate; null where that is not known
 */
public record ThreadTime(long fromNanos, long cpuNanos, long runDelayNanos, long throttledNanos, Begin begin) {

    /**
     * The begin of a call, before the first reading in it.
     *
     * @param cpuNanos for how long the thread ran on a CPU, in ns
     * @param runDelayNanos for how long it was ready to run and had no CPU, in ns
     */
    public record Begin(long cpuNanos, long runDelayNanos) {}

    /**
     * For how long the thread ran on a CPU, as far as that is known.
     *
     * @return in ns, the begin included
     */
    public long allCpuNanos() {
        return begin == null ? cpuNanos : begin.cpuNanos + cpuNanos;
    }

    /**
     * For how long the thread was ready to run and had no CPU, as far as that is known.
     *
     * @return in ns, the begin included
     */
    public long allRunDelayNanos() {
        return begin == null ? runDelayNanos : begin.runDelayNanos + runDelayNanos;
    }
}
