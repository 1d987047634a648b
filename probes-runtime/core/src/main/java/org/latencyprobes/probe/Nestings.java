package org.latencyprobes.probe;

import java.util.function.BiConsumer;
import org.latencyprobes.counts.Counts;
import org.latencyprobes.counts.Nesting;

/**
 * What was inside the calls of each probe of this copy of the library, so far. It is known only of calls that {@link
 * LatencyProbe#sampleNested} recorded, which the agent does. Thread-safe; allocates.
 */
public final class Nestings {

    private Nestings() {}

    /**
     * Reads all probes that have counters.
     *
     * @param each takes a probe and the totals of all its outcomes, on this thread
     */
    public static void read(BiConsumer<LatencyProbe, Nesting> each) {
        Owner.INSTANCE.forEach(probe -> each.accept(probe, of(probe)));
    }

    private static Nesting of(LatencyProbe probe) {
        Nesting sum = Nesting.NONE;
        for (Outcome outcome : Outcome.values()) {
            Counts present = probe.present(outcome);
            sum = present == null ? sum : sum.plus(present.nesting());
        }
        return sum;
    }
}
