package org.latencyprobes.agent.slow;

import java.util.Map;

/**
 * One slow call. Immutable; equal to itself alone.
 *
 * @param probe name of its probe
 * @param tags the probe's tags, in order
 * @param outcome {@code ok}, {@code error} or {@code cancelled}
 * @param startNanos when it began, as {@link System#nanoTime()} counts
 * @param nanos its duration, in ns
 * @param threadId id of the thread that recorded it; of a call that completes later, the thread that completed it; −1 where it is not known
 * @param threadName that thread's name soon after; empty where it has none
 * @param callsInside how many probed calls began inside it; −1 where it is not known
 * @param insideNanos the time in these, in ns, those inside each other counted once; 0 where it is not known
 */
public record SlowCall(
        String probe,
        Map<String, String> tags,
        String outcome,
        long startNanos,
        long nanos,
        long threadId,
        String threadName,
        long callsInside,
        long insideNanos) {

    /** Written out: the generated one would keep the agent's class loader in JDK 17 for ever. */
    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
