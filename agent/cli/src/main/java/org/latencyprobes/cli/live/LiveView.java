package org.latencyprobes.cli.live;

import java.util.Comparator;
import java.util.List;
import org.latencyprobes.agent.protocol.figures.SnapshotFacts;
import org.latencyprobes.agent.protocol.slow.SingleCall;
import org.latencyprobes.agent.protocol.slow.SingleStall;

/**
 * What the model knows at one time. Immutable.
 *
 * @param facts of the last snapshot; null as long as the JVM has not answered
 * @param problem why there are no newer figures, in one sentence; empty where all is well
 * @param windowSeconds which time the figures are of, at most; 0 since the start
 * @param spanMillis which time they are of, in ms; 0 as long as there is one snapshot
 * @param rows probes, jitter and self times, each with a call in this time or, if not, all the same
 * @param stalls those of the last ten minutes, in order
 * @param calls slow ones of the last ten minutes, in order
 * @param notReturned sentences on calls that have not returned, a few at most; any text
 * @param costPercent an estimate of what measuring takes, in % of one core, in the same time
 */
public record LiveView(
        SnapshotFacts facts,
        String problem,
        int windowSeconds,
        long spanMillis,
        List<LiveRow> rows,
        List<SingleStall> stalls,
        List<SingleCall> calls,
        List<String> notReturned,
        double costPercent) {

    /** {@return when the last snapshot was taken, in ms since 1970; 0 where there is none} */
    public long millis() {
        return facts == null ? 0 : facts.millis();
    }

    /** {@return how many series are not here, because there are too many} */
    public int leftOut() {
        return facts == null ? 0 : facts.leftOut();
    }

    /**
     * The slow calls of one probe and outcome.
     *
     * @param key which
     * @return the longest first
     */
    public List<SingleCall> calls(RowKey key) {
        return calls.stream()
                .filter(call -> call.probe().equals(key.probe())
                        && call.tags().equals(key.tags())
                        && call.outcome().equals(key.outcome()))
                .sorted(Comparator.comparingLong(SingleCall::nanos).reversed())
                .toList();
    }
}
