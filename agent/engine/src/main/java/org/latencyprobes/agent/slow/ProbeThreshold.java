package org.latencyprobes.agent.slow;

import java.util.Map;
import org.latencyprobes.internal.counts.Strata;

/**
 * The threshold of a probe's slow calls, and how many there were. Instances are not compared, for the reason that {@link SlowCall} states.
 *
 * @param probe its name
 * @param tags its tags, in order
 * @param thresholdNanos longer calls are slow, in ns
 * @param over about how many calls were over the threshold that was in force when they ended or, where they were too few for one, over the next. Of
 *     the stratum in which a threshold lies none is counted in a period in which none of its calls found room
 */
public record ProbeThreshold(String probe, Map<String, String> tags, long thresholdNanos, long over) {

    /** With another outcome of the same probe. */
    ProbeThreshold plus(ProbeThreshold other) {
        return new ProbeThreshold(probe, tags, Math.min(thresholdNanos, other.thresholdNanos), over + other.over);
    }

    /**
     * Whether there is a threshold.
     *
     * @return false as long as the probe has had too few calls
     */
    public boolean isKnown() {
        return thresholdNanos < Strata.lowestNanos(Strata.COUNT) - 1;
    }
}
