package org.latencyprobes.agent.slow;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.latencyprobes.explain.Cause;
import org.latencyprobes.internal.inflight.UnownedCalls;

/** What a call was seen in by looks while it was in flight on a thread without a stripe: a number for each cause that can be seen so. Stateless. */
public final class CallLooks {

    private static final List<Cause> KINDS = List.of(
            Cause.UNKNOWN, Cause.ON_CPU, Cause.CPU_WAIT, Cause.LOCK, Cause.PARK, Cause.SLEEP, Cause.WAIT, Cause.SOCKET);

    private CallLooks() {}

    /**
     * The number of a cause.
     *
     * @param cause any; those that no look can see are unknown
     * @return less than {@link UnownedCalls#KINDS}
     */
    public static int kind(Cause cause) {
        return Math.max(0, KINDS.indexOf(cause));
    }

    /** By cause, in µs; empty where there was no look. */
    static Map<Cause, Long> micros(long[] looksOrNull) {
        if (looksOrNull == null) {
            return Map.of();
        }
        Map<Cause, Long> micros = new EnumMap<>(Cause.class);
        for (int kind = 0; kind < KINDS.size(); kind++) {
            long seen = UnownedCalls.micros(looksOrNull, kind);
            if (seen > 0) {
                micros.put(KINDS.get(kind), seen);
            }
        }
        return micros;
    }
}
