package org.latencyprobes.agent.link;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.clock.Clock;
import org.latencyprobes.call.Outcome;
import org.latencyprobes.internal.counts.OpenCalls;
import org.latencyprobes.internal.counts.SampleChoice;
import org.latencyprobes.internal.probe.ProbeRecorder;

/**
 * A recorder of samples of one probe that end later than the call, perhaps on another thread.
 *
 * <p>The start travels in an {@link AtomicLong}. Its first reader takes it and records. The application's objects reach this one only
 * through three cells, one for each way to end; emptied, they record nothing. Thread-safe. Nothing is thrown.
 */
final class Completions {

    private final ProbeRecorder probe;
    private final AtomicReference<BiFunction<Object, Object, Object>> succeeded;
    private final AtomicReference<BiFunction<Object, Object, Object>> ended;
    private final AtomicReference<BiFunction<Object, Object, Object>> cancelled;
    private final AtomicBoolean complained = new AtomicBoolean();
    private volatile Mode mode;
    /** Of the calls that are timed; null where all are. */
    private volatile SampleChoice choice;

    private volatile Clock clock;

    Completions(ProbeRecorder probe, Mode mode, Clock clock) {
        this.probe = probe;
        mode(mode);
        this.clock = clock;
        succeeded = new AtomicReference<>(new End(Outcome.OK));
        ended = new AtomicReference<>(new End(null));
        cancelled = new AtomicReference<>(new End(Outcome.CANCELLED));
    }

    /** The content of a cell: an end whose outcome is known, or is told by what was thrown. */
    private final class End implements BiFunction<Object, Object, Object> {

        private final Outcome outcome;

        End(Outcome outcome) {
            this.outcome = outcome;
        }

        @Override
        public Object apply(Object start, Object thrown) {
            end((AtomicLong) start, outcome == null ? outcomeOf(thrown) : outcome);
            return start;
        }
    }

    /** Records the time since the start if nobody did; a call that straddles a switch of the mode or the clock records nothing. */
    void end(AtomicLong start, Outcome outcome) {
        Clock present = clock;
        long endTicks = present.now();
        end(present, start.getAndSet(SiteTargets.IGNORED), endTicks, outcome);
    }

    /** Records or counts, unless the call began by another clock or agent. */
    void end(Clock present, long startTicks, long endTicks, Outcome outcome) {
        if (isCounting()) {
            end(probe, present, startTicks, endTicks, outcome);
        }
    }

    /** The same for any probe. */
    static void end(ProbeRecorder probe, Clock present, long startTicks, long endTicks, Outcome outcome) {
        if (OpenCalls.isNotTimed(startTicks)) {
            probe.countUntimed(outcome);
        } else {
            long nanos = present.nanosBetween(startTicks, endTicks);
            if (nanos != Clock.NOT_OURS) {
                probe.sampleUnnested(nanos, outcome);
            }
        }
    }

    /** Whether an enter's start is of a call that is timed or counted. */
    boolean isCounted(long startTicks) {
        return startTicks >= clock.since() || OpenCalls.isNotTimed(startTicks);
    }

    /** The start of a call that begins now, or {@link SiteTargets#COUNT_ONLY}, as the mode says; not while it is off. */
    long startTicks() {
        SampleChoice sampled = choice;
        return sampled == null || sampled.isChosen() ? clock.now() : SiteTargets.COUNT_ONLY;
    }

    /** A cancelled future tells its dependents so by a {@link CompletionException} around it. */
    static Outcome outcomeOf(Object thrown) {
        if (thrown == null) {
            return Outcome.OK;
        }
        Object cause = thrown instanceof CompletionException wrapper ? wrapper.getCause() : thrown;
        return cause instanceof CancellationException ? Outcome.CANCELLED : Outcome.ERROR;
    }

    AtomicReference<BiFunction<Object, Object, Object>> succeeded() {
        return succeeded;
    }

    /** Of an end that comes with what was thrown, or null. */
    AtomicReference<BiFunction<Object, Object, Object>> ended() {
        return ended;
    }

    AtomicReference<BiFunction<Object, Object, Object>> cancelled() {
        return cancelled;
    }

    ProbeRecorder probe() {
        return probe;
    }

    Clock clock() {
        return clock;
    }

    void clock(Clock next) {
        clock = next;
    }

    /** Whether calls are timed or counted. */
    boolean isCounting() {
        return !mode.isOff();
    }

    Mode mode() {
        return mode;
    }

    void mode(Mode wanted) {
        choice = choice(wanted.oneIn());
        mode = wanted;
    }

    private static SampleChoice choice(int oneIn) {
        return oneIn == 1 ? null : oneIn > 1 ? SampleChoice.oneIn(oneIn) : SampleChoice.NEVER;
    }

    void retire() {
        mode(Mode.OFF);
        for (AtomicReference<?> cell : List.of(succeeded, ended, cancelled)) {
            cell.set(null);
        }
    }

    /** Says, once for a probe, what keeps it from timing; on an application's thread, which must not notice. */
    void complain(String what) {
        if (complained.compareAndSet(false, true)) {
            try {
                Log.sayLater("probe " + probe.name() + ": " + what + " (said only once)");
            } catch (RuntimeException | Error e) {
                complained.set(false); // no stack, no memory: perhaps the next time
            }
        }
    }
}
