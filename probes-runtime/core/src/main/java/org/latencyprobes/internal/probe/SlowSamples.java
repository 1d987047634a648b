package org.latencyprobes.internal.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.SlowRing;

/**
 * Whose the calls in this copy's {@link SlowRing} are. Samplers of jitter have no slow calls, nor have probes that no reader sees.
 * Thread-safe; allocates.
 */
public final class SlowSamples {

    private SlowSamples() {}

    /**
     * The probe that counted a call.
     *
     * @param counts where it was counted
     * @return null where it has no slow calls
     */
    public static ProbeRecorder probeOf(Counts counts) {
        return counts.owner() instanceof ProbeRecorder probe
                        && probe.kind() == Kind.PROBE
                        && Owner.INSTANCE.isPresent(probe)
                ? probe
                : null;
    }

    /**
     * How the calls ended that were counted there.
     *
     * @param probe as {@link #probeOf} gave it
     * @param counts its counters
     * @return the outcome
     */
    public static Outcome outcomeOf(ProbeRecorder probe, Counts counts) {
        for (Outcome outcome : Outcome.values()) {
            if (probe.present(outcome) == counts) {
                return outcome;
            }
        }
        return Outcome.OK;
    }

    /**
     * All probes that may have slow calls.
     *
     * @param each takes a probe and its counters, of each outcome, on this thread
     */
    public static void forEach(BiConsumer<ProbeRecorder, List<Counts>> each) {
        Owner.INSTANCE.forEach(probe -> {
            if (probe.kind() == Kind.PROBE) {
                each.accept(probe, countsOf(probe));
            }
        });
    }

    private static List<Counts> countsOf(ProbeRecorder probe) {
        List<Counts> all = new ArrayList<>();
        for (Outcome outcome : Outcome.values()) {
            Counts present = probe.present(outcome);
            if (present != null) {
                all.add(present);
            }
        }
        return all;
    }
}
