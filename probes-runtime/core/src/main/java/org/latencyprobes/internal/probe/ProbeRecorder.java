package org.latencyprobes.internal.probe;

import java.util.Map;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.counts.Counts;
import org.latencyprobes.internal.counts.MemoryCap;
import org.latencyprobes.internal.counts.OpenCalls;
import org.latencyprobes.internal.counts.Strata;
import org.latencyprobes.internal.counts.UntimedCalls;

/**
 * What records the calls of one probe, in this copy of the library: counters for each outcome, what was counted only, and self times. The
 * public face of it is {@link org.latencyprobes.probe.LatencyProbe}; the agent records into it directly.
 *
 * <p>Thread-safe. Recording allocates nothing, takes no lock and throws nothing, but that the first cancelled call makes the counters for
 * those, some KB. It is made once and never removed, and its counts are never reset. Where the memory cap leaves no room for another, it
 * records nothing until the cap is raised; a warning says so once ({@link MemoryCap}).
 */
public final class ProbeRecorder {

    private static final long BASE_BYTES = 2 * Counts.BASE_BYTES + UntimedCalls.BASE_BYTES + 296;

    /** Made with this class: making it allocates and needs stack. */
    private static final Owner OWNER = Owner.INSTANCE;

    private final ProbeKey key;
    private final Kind kind;
    /** Set once, from {@link Counts#NONE}; read plainly, so that a thread may go on for a moment without recording. */
    private Counts ok = Counts.NONE;

    private Counts error = Counts.NONE;
    private volatile Counts cancelled;
    /** One call of so many is timed, 0 for none; −1 as long as nobody said. */
    private int timedOneIn = -1;

    private volatile long shareChanges;
    private final UntimedCalls untimed = new UntimedCalls();
    private final SelfTimes self = new SelfTimes();

    ProbeRecorder(ProbeKey key, Kind kind) {
        this.key = key;
        this.kind = kind;
    }

    /**
     * The probe of this name and these tags: the first call makes it, later calls give the same one. The order of the tags makes no
     * difference. The first call allocates; a later one costs a look-up in a map and is not for hot code.
     *
     * @param name any text but an empty one
     * @param keyValueTags tag keys and values in turn; keys not empty and not repeated
     * @return the probe; it records nothing as long as the memory cap leaves no room for it
     * @throws IllegalArgumentException if name or tags break these rules
     */
    public static ProbeRecorder named(String name, String... keyValueTags) {
        return OWNER.probe(ProbeKey.of(name, keyValueTags), Kind.PROBE);
    }

    /**
     * The probe that a sampler of the JVM's or machine's delays records into.
     *
     * @param name the sampler's name, {@code jitter.…} by custom
     * @param keyValueTags tag keys and values in turn; keys not empty and not repeated
     * @return the same probe at each call; it records nothing as long as the memory cap leaves no room for it
     * @throws IllegalArgumentException if name or tags break these rules
     */
    public static ProbeRecorder jitter(String name, String... keyValueTags) {
        return OWNER.probe(ProbeKey.of(name, keyValueTags), Kind.JITTER);
    }

    /**
     * A probe that no reader sees and no cap counts: for calibration.
     *
     * @param name any text but an empty one
     * @return a new probe at each call
     * @throws IllegalArgumentException if the name is empty
     */
    public static ProbeRecorder unregistered(String name) {
        ProbeRecorder probe = new ProbeRecorder(ProbeKey.of(name), Kind.PROBE);
        probe.open();
        probe.ok.offerAbove(Strata.CLOSED); // nobody would set a floor
        probe.error.offerAbove(Strata.CLOSED);
        return probe;
    }

    /**
     * The number of probes that record nothing, because the memory cap leaves no room for them.
     *
     * @return 0 or more; probes that nobody refers to any more are not counted
     */
    public static int waitingForMemory() {
        return OWNER.waitingForMemory();
    }

    /** Gives it counters if there is room; false if there is none. Called by its owner, once it has none and one thread at a time. */
    boolean openWithinCap() {
        boolean room = MemoryCap.reserve(BASE_BYTES);
        if (room) {
            open();
        }
        return room;
    }

    private synchronized void open() {
        error = new Counts(this, kind == Kind.PROBE);
        ok = new Counts(this, kind == Kind.PROBE);
        prepareUntimed();
    }

    /**
     * Says which share of the calls is timed from now on. For whoever chooses the calls, as the agent does; a probe times whatever it is
     * given. Samples of a time in which the share changed are no uniform choice of its calls, and readers are told so.
     *
     * @param calls 1 where every call is timed, n where one of n is, 0 where none is and all are counted
     */
    public synchronized void timesOneIn(int calls) {
        if (timedOneIn >= 0 && timedOneIn != calls) {
            shareChanges = shareChanges + 1;
        }
        timedOneIn = calls;
        prepareUntimed();
    }

    private void prepareUntimed() {
        if (isRecording() && (timedOneIn == 0 || timedOneIn > 1)) {
            untimed.prepare();
        }
    }

    long shareChanges() {
        return shareChanges;
    }

    /**
     * Counts one call without its duration. Takes no lock and throws nothing; it allocates nothing but for the first cancelled call.
     *
     * @param outcome how it ended
     */
    public void countUntimed(Outcome outcome) {
        if (!isRecording()) {
            return;
        }
        if (outcome == Outcome.OK) {
            untimed.countOk();
        } else {
            Counts own = counts(outcome);
            untimed.count((own == error ? Outcome.ERROR : outcome).ordinal());
        }
    }

    /** {@return the counts of its calls that are not timed, the same object each time; for the agent} */
    public UntimedCalls untimed() {
        return untimed;
    }

    long untimed(Outcome outcome) {
        return untimed.sum(outcome.ordinal());
    }

    /** {@return whether samples are recorded: not as long as the memory cap leaves no room for it} */
    public boolean isRecording() {
        return ok != Counts.NONE;
    }

    ProbeKey key() {
        return key;
    }

    /** {@return the probe's name, as given} */
    public String name() {
        return key.name();
    }

    /** {@return the probe's tags, unmodifiable, in the order given} */
    public Map<String, String> tags() {
        return key.tags();
    }

    Kind kind() {
        return kind;
    }

    /** The counters of an outcome, or null where there are none yet. */
    Counts present(Outcome outcome) {
        Counts own = outcome == Outcome.CANCELLED ? cancelled : counts(outcome);
        return own == Counts.NONE || outcome == Outcome.CANCELLED && own == error ? null : own;
    }

    Counts counts(Outcome outcome) {
        if (outcome == Outcome.OK) {
            return ok;
        }
        return outcome == Outcome.ERROR ? error : cancelled();
    }

    /**
     * Says that calls may be cancelled: readers see that outcome from now on, at 0. For whoever knows it beforehand, as the agent does of a
     * method that gives a future. Allocates the counters.
     */
    public void mayBeCancelled() {
        cancelled();
    }

    /** Where the memory cap leaves no room for counters of their own, cancelled calls are counted as errors. */
    private Counts cancelled() {
        return cancelled != null ? cancelled : makeCancelled();
    }

    private synchronized Counts makeCancelled() {
        if (!isRecording()) {
            return Counts.NONE;
        }
        if (cancelled == null) {
            cancelled = MemoryCap.reserve(Counts.BASE_BYTES) ? new Counts(this, kind == Kind.PROBE) : error;
        }
        return cancelled;
    }

    /**
     * Records one call that ended well.
     *
     * @param durationNanos its duration, in ns; clamped where it is out of range
     */
    public void recordNanos(long durationNanos) {
        ok.record(durationNanos);
    }

    /**
     * Records a call that stands for some, all of which ended well.
     *
     * @param durationNanos as above
     * @param times how many
     */
    public void recordNanos(long durationNanos, long times) {
        ok.recordWithCount(durationNanos, times);
    }

    /**
     * Records one call.
     *
     * @param durationNanos its duration, in ns; clamped where it is out of range
     * @param outcome how it ended
     */
    public void recordNanos(long durationNanos, Outcome outcome) {
        counts(outcome).record(durationNanos);
    }

    /**
     * Records one call that {@linkplain OpenCalls#begin began} on this thread, and what was inside it. For the agent.
     *
     * @param durationNanos its duration, in ns; clamped where it is out of range
     * @param start the start that its begin was told
     * @param outcome how it ended
     * @return true at one of about a thousand calls of a thread: what recording takes may be measured now
     */
    public boolean sampleNested(long durationNanos, long start, Outcome outcome) {
        return counts(outcome).recordNested(durationNanos, start);
    }

    /**
     * Records one call of which it is not known what was inside. For the agent.
     *
     * @param durationNanos as above
     * @param outcome how it ended
     */
    public void sampleUnnested(long durationNanos, Outcome outcome) {
        counts(outcome).recordUnnested(durationNanos);
        self.sampleUnknown(outcome);
    }

    /** {@return the self times of its calls, the same object each time; for the agent} */
    public SelfTimes self() {
        return self;
    }
}
