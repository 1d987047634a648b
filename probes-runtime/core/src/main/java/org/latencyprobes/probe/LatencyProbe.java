package org.latencyprobes.probe;

import java.util.Map;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.probe.ProbeRecorder;

/**
 * A named point of measurement.
 *
 * <p>Thread-safe: any number of threads may record into one probe at once. Recording allocates nothing, takes no lock and throws
 * nothing. Durations are in ns, from 0 to about 73 minutes; others are clamped to that range and counted as clamped. The relative error
 * of a recorded duration is at most 0.8 %.
 * Probes are made once and kept. They are never removed and their counts never reset: readers
 * ({@link org.latencyprobes.histogram.IntervalReader}) take differences. Where the memory cap leaves no room for another probe, a probe
 * records nothing until the cap is raised; a warning says so once. Few probes ever see a cancelled call. The first one
 * makes the counters for those, some KB; it alone among samples allocates.
 * <pre>{@code
 * private static final LatencyProbe ORDER_TO_ACK = LatencyProbe.named("order to ack", "venue", "XETR");
 * ORDER_TO_ACK.recordSince(order.sentAtNanos);
 * }</pre>
 */
public final class LatencyProbe {

    private final ProbeRecorder recorder;

    private LatencyProbe(ProbeRecorder recorder) {
        this.recorder = recorder;
    }

    /**
     * The probe of this name and these tags. What is recorded into probes of the same name and tags is counted together; the order of the
     * tags makes no difference. Allocates and costs a look-up in a map, so it is not for hot code.
     *
     * @param name any text but an empty one
     * @param keyValueTags tag keys and values in turn; keys not empty and not repeated
     * @return the probe; it records nothing as long as the memory cap leaves no room for it
     * @throws IllegalArgumentException if name or tags break these rules
     */
    public static LatencyProbe named(String name, String... keyValueTags) {
        return new LatencyProbe(ProbeRecorder.named(name, keyValueTags));
    }

    /** {@return the probe's name, as given} */
    public String name() {
        return recorder.name();
    }

    /** {@return the probe's tags, unmodifiable, in the order given} */
    public Map<String, String> tags() {
        return recorder.tags();
    }

    /**
     * Records one call that ended well.
     *
     * @param durationNanos its duration, in ns; clamped where it is out of range
     */
    public void recordNanos(long durationNanos) {
        recorder.recordNanos(durationNanos);
    }

    /**
     * Records one call.
     *
     * @param durationNanos its duration, in ns; clamped where it is out of range
     * @param outcome how it ended
     */
    public void recordNanos(long durationNanos, Outcome outcome) {
        recorder.recordNanos(durationNanos, outcome);
    }

    /**
     * Records one call that ended well just now. The start may have been read on another thread of this JVM.
     *
     * @param startNanos {@link System#nanoTime()} at its start
     */
    public void recordSince(long startNanos) {
        recorder.recordNanos(System.nanoTime() - startNanos);
    }

    /**
     * Records one call that ended just now. The start may have been read on another thread of this JVM.
     *
     * @param startNanos {@link System#nanoTime()} at its start
     * @param outcome how it ended
     */
    public void recordSince(long startNanos, Outcome outcome) {
        recorder.recordNanos(System.nanoTime() - startNanos, outcome);
    }

    /**
     * Runs and times a piece of code. What it throws passes unchanged and makes the outcome {@link Outcome#ERROR}. This method itself
     * allocates nothing.
     *
     * @param body the code
     * @param <T> what it returns
     * @param <E> what it may throw
     * @return what the code returned
     * @throws E what the code threw
     */
    public <T, E extends Throwable> T time(Body<T, E> body) throws E {
        Outcome outcome = Outcome.ERROR;
        long startNanos = System.nanoTime();
        try {
            T result = body.run();
            outcome = Outcome.OK;
            return result;
        } finally {
            recordSince(startNanos, outcome);
        }
    }
}
