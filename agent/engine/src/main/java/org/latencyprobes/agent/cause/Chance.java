package org.latencyprobes.agent.cause;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.agent.stall.StallTimeline;
import org.latencyprobes.explain.StallKind;

/**
 * What stalls would cover of a call by chance: the mean over the same length of time at several earlier moments. Of stalls that made no call
 * slow, slow calls hold as much as any other time. For one thread; allocates nothing.
 */
final class Chance {

    /** Of no common period. */
    private static final long[] EARLIER_MILLIS = {709, 1_709, 3_301, 5_023, 7_919, 11_003, 16_001, 22_003};

    private final long[] nanosByKind = new long[StallKind.values().length];

    /**
     * Looks at one call.
     *
     * @return the ns of each kind of stall, by its ordinal, valid until the next call; null where no earlier time is known
     */
    long[] of(StallTimeline timeline, long startNanos, long nanos) {
        Arrays.fill(nanosByKind, 0);
        int moments = 0;
        for (long millis : EARLIER_MILLIS) {
            long start = startNanos - TimeUnit.MILLISECONDS.toNanos(millis);
            if (timeline.isKept(start)) {
                timeline.addOverlaps(start, start + nanos, nanosByKind);
                moments++;
            }
        }
        for (int kind = 0; kind < nanosByKind.length && moments > 0; kind++) {
            nanosByKind[kind] /= moments;
        }
        return moments == 0 ? null : nanosByKind;
    }
}
