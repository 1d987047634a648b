package org.latencyprobes.agent.cause;

import java.util.List;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.slow.WeightedCall;

/** Slow calls of a sample that has all of them: each stands for itself. */
public final class CountedCalls {

    private CountedCalls() {}

    /** Hands them over. */
    public static void add(SlowCallCauses causes, List<SlowCall> calls) {
        causes.taken(calls);
        causes.weighted(weighted(calls));
    }

    /** The same calls, each for itself. */
    static List<WeightedCall> weighted(List<SlowCall> calls) {
        return calls.stream().map(call -> new WeightedCall(call, 1, true, true)).toList();
    }
}
