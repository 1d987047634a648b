package org.latencyprobes.agent.slow;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.SlowShare;
import org.latencyprobes.internal.counts.SlowThreshold;
import org.latencyprobes.internal.probe.SlowSamples;

/** The setting of the probes' thresholds, by turns of about a second. For one thread. */
final class Thresholds {

    /** How many probes are looked at in a turn: looking at one is about as much work as reading it for a report. */
    private static final int PROBES = 100;

    private final SlowThreshold threshold = new SlowThreshold();
    private final Queue<List<Counts>> waiting = new ArrayDeque<>();
    private long leastNanos;

    /**
     * Gives each probe room for slow calls again, and the threshold of the setting: a probe made while {@link #setAll} ran may have missed
     * it. As {@link SlowCalls#AUTO} some of them get the threshold that they have by now.
     */
    void nextTurn(long setting) {
        boolean isAuto = setting == SlowCalls.AUTO;
        boolean isRoundOver = waiting.isEmpty();
        leastNanos = SlowShare.NO_THRESHOLD;
        SlowSamples.forEach((probe, all) -> {
            all.forEach(counts -> counts.slow().nextTurn());
            all.forEach(
                    counts -> leastNanos = Math.min(leastNanos, counts.slow().thresholdNanos()));
            if (!isAuto) {
                SlowThreshold.set(all, setting);
            } else if (isRoundOver) {
                waiting.add(all);
            }
        });
        for (int i = 0; isAuto && i < PROBES && !waiting.isEmpty(); i++) {
            threshold.follow(waiting.remove());
        }
    }

    /** The least threshold that a probe had at the last turn; 0 where none had one. */
    long leastNanos() {
        return leastNanos == SlowShare.NO_THRESHOLD ? 0 : leastNanos;
    }

    void setAll(long nanos) {
        waiting.clear();
        SlowSamples.forEach((probe, all) -> SlowThreshold.set(all, nanos));
    }
}
