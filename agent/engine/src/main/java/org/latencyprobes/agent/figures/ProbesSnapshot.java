package org.latencyprobes.agent.figures;

import java.util.List;
import org.latencyprobes.agent.protocol.figures.Costs;
import org.latencyprobes.agent.slow.SlowCall;

/**
 * A snapshot of all probes. Its rows are those of the last one that was taken. Snapshots are not compared.
 *
 * @param number higher than that of all before
 * @param agentNanos when the agent's first one was begun: another for each agent of a JVM
 * @param nanos when it was begun, as {@link System#nanoTime} counts
 * @param millis the same, in ms since 1970
 * @param rows cumulative counts
 * @param causes of slow calls, cumulative
 * @param calls that were slow, the longest first
 * @param notReturned sentences on calls that have not returned
 * @param costs what measuring costs
 * @param tookNanos how long it took to take it, in ns
 */
record ProbesSnapshot(
        long number,
        long agentNanos,
        long nanos,
        long millis,
        SeriesRows rows,
        CauseRows causes,
        List<SlowCall> calls,
        List<String> notReturned,
        Costs costs,
        long tookNanos) {

    /** When it had been taken. */
    long endNanos() {
        return nanos + tookNanos;
    }
}
