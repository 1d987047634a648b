package org.latencyprobes.agent.slow;

import java.util.List;
import java.util.Map;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.SlowShare;
import org.latencyprobes.internal.probe.ProbeRecorder;

/**
 * What is known of the slow calls of one probe. Instances are not compared, for the reason that {@link SlowCall} states.
 *
 * @param probe its name
 * @param tags its tags, in order
 * @param thresholdNanos from where on its calls are slow, in ns; {@link Long#MAX_VALUE} as long as it has had too few calls
 * @param over how many calls were over the threshold that was in force when they ended
 * @param dropped how many of these were not kept
 */
public record SlowProbe(String probe, Map<String, String> tags, long thresholdNanos, long over, long dropped) {

    static SlowProbe of(ProbeRecorder probe, List<Counts> all) {
        long thresholdNanos = SlowShare.NO_THRESHOLD;
        long over = 0;
        long dropped = 0;
        for (Counts counts : all) {
            SlowShare share = counts.slow();
            thresholdNanos = Math.min(thresholdNanos, share.thresholdNanos());
            dropped += share.dropped(); // before the others, which are counted first: there are never more of these
            over += share.over();
        }
        return new SlowProbe(probe.name(), probe.tags(), thresholdNanos, over, dropped);
    }

    /**
     * Whether there is a threshold.
     *
     * @return false as long as the probe has had too few calls
     */
    public boolean isThresholdKnown() {
        return thresholdNanos != SlowShare.NO_THRESHOLD;
    }
}
