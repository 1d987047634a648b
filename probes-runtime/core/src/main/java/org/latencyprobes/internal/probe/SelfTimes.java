package org.latencyprobes.internal.probe;

import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.MemoryCap;
import org.latencyprobes.internal.counts.OpenCalls;

/**
 * The self times of one probe's calls: their durations less those of the probed calls inside. It has counters of its own, once somebody
 * wants them. For the agent.
 *
 * <p>Thread-safe. Recording allocates nothing, takes no lock and throws nothing.
 */
public final class SelfTimes {

    /** Set once, from {@link Counts#NONE}; read plainly, so that a thread may go on for a moment without recording. */
    private Counts ok = Counts.NONE;

    private Counts error = Counts.NONE;

    SelfTimes() {}

    /**
     * Makes the counters, unless they are there.
     *
     * @return false if the memory cap leaves no room for them: nothing is recorded
     */
    public synchronized boolean open() {
        if (ok == Counts.NONE && MemoryCap.reserve(2 * Counts.BASE_BYTES)) {
            error = new Counts(null, false);
            ok = new Counts(null, false);
        }
        return ok != Counts.NONE;
    }

    /**
     * Records the self time of the call that was recorded last on this thread, by {@link ProbeRecorder#sampleNested}. Where it is not known,
     * the call is counted as one of unknown self time.
     *
     * @param durationNanos the duration that was recorded, in ns
     * @param outcome how the call ended
     */
    public void sample(long durationNanos, Outcome outcome) {
        OpenCalls calls = OpenCalls.ofCurrentThread();
        long selfNanos = calls == null ? OpenCalls.UNKNOWN : calls.selfNanos(durationNanos);
        if (selfNanos == OpenCalls.UNKNOWN) {
            sampleUnknown(outcome);
        } else {
            counts(outcome).record(selfNanos);
        }
    }

    /**
     * Counts a call whose self time is not known.
     *
     * @param outcome how it ended
     */
    public void sampleUnknown(Outcome outcome) {
        counts(outcome).recordUnknown();
    }

    private Counts counts(Outcome outcome) {
        return outcome == Outcome.OK ? ok : error;
    }

    /** The counters of an outcome, or null where there are none. */
    Counts present(Outcome outcome) {
        Counts present = outcome == Outcome.CANCELLED ? Counts.NONE : counts(outcome);
        return present == Counts.NONE ? null : present;
    }
}
