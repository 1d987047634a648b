package org.latencyprobes.agent.cause;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.latencyprobes.agent.disturbance.DisturbanceWatch;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.slow.WeightedCall;

/**
 * The slow calls for which it is not told yet whether their time was disturbed: that is known up to a second later. Then each is added to the
 * totals of its probe. Holds {@value #MOST_WAITING} at most; if more come, the oldest is added by what is known. For one thread.
 */
public final class DisturbedCalls {

    private static final int MOST_WAITING = 4_096;

    private final SlowCallCauses causes;
    private final Queue<SlowCall> waiting = new ArrayDeque<>();

    /**
     * Begins without calls.
     *
     * @param causes explains the same calls, in the same order
     */
    public DisturbedCalls(SlowCallCauses causes) {
        this.causes = causes;
    }

    /**
     * Takes calls that have ended.
     *
     * @param calls that were handed to the causes too
     * @param watchOrNull tells of disturbances; null where it has not begun
     */
    public void add(List<WeightedCall> calls, DisturbanceWatch watchOrNull) {
        for (WeightedCall weighted : calls) {
            SlowCall call = weighted.call();
            if (waiting.size() == MOST_WAITING) {
                tell(waiting.remove(), watchOrNull);
            }
            waiting.add(call);
        }
    }

    /**
     * Adds the calls whose time is told and which have been explained.
     *
     * @param watch tells of disturbances
     */
    public void tellSettled(DisturbanceWatch watch) {
        while (!waiting.isEmpty() && isSettled(waiting.peek(), watch)) {
            tell(waiting.remove(), watch);
        }
    }

    private boolean isSettled(SlowCall call, DisturbanceWatch watch) {
        return watch.settledNanos() - call.startNanos() - call.nanos() >= 0 && causes.split(call) != null;
    }

    private void tell(SlowCall call, DisturbanceWatch watchOrNull) {
        if (watchOrNull != null) {
            int kinds = watchOrNull.timeline().kinds(call.startNanos(), call.startNanos() + call.nanos());
            if (kinds != 0) {
                causes.addDisturbed(call, kinds);
            }
        }
    }
}
