package org.latencyprobes.agent;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.clock.FlightRecorderClock;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.Count;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.agent.control.Request;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.weave.Weaving;

/**
 * A handler of the command {@code tail}: it probes patterns and records with Flight Recorder for a time, then hands out all that explains slow
 * calls, and undoes what it did. It undoes it by itself where nobody asks in time. Thread-safe.
 *
 * <p>Requests: {@code lease <ms>}, after which the agent leaves; {@code begin <ms> deep|plain <ns> <pattern>…}, with the time after which all
 * is undone and the duration from which on a call is slow, or 0; {@code end <file>} with the file for the recording, which may be empty.
 *
 * <p>The first two are to come in the channel's turn, and {@code end} out of it: a disk may hang. Its turn comes once the recording is
 * written. The monitor is held for moments only, since an agent that leaves waits for it.
 */
class TailRequests {

    private static final String DEEP = "deep";

    private final ControlChannel channel;
    private final Settings settings;
    private final ControlThread control;
    private final SelectionThreads selection;
    private final Weaving weaving;
    private final FlightRecorderClock clock;
    private final TailWatch watch;
    private final AtomicBoolean isRecordingBeginning = new AtomicBoolean();
    private Lease stay;
    private Observation observation;
    private boolean hasLeft;

    /** What is under way. */
    private static final class Observation {

        private final TailWatch.Time time = new TailWatch.Time();
        private final TailRecording recording;
        private final Set<String> patterns = new LinkedHashSet<>();
        private final List<MethodPattern> lifted = new ArrayList<>();
        private volatile Lease lease;
        private volatile boolean isBegun;

        private Observation(TailRecording recording) {
            this.recording = recording;
        }
    }

    /**
     * Begins nothing yet.
     *
     * @param channel answers any request, and gives those their turn that change what is probed
     */
    TailRequests(
            ControlChannel channel,
            Settings settings,
            ControlThread control,
            SelectionThreads selection,
            Weaving weaving,
            FlightRecorderClock clock) {
        this.channel = channel;
        this.settings = settings;
        this.control = control;
        this.selection = selection;
        this.weaving = weaving;
        this.clock = clock;
        watch = new TailWatch(settings, control);
    }

    /** A lease that runs. */
    Lease newLease(long millis, Runnable undo) {
        return Lease.start(millis, undo);
    }

    /** A recording that has not begun. */
    TailRecording newRecording() {
        return new TailRecording(clock, isRecordingBeginning, TailRecording.LONGEST_BEGIN_MILLIS);
    }

    final Answer answer(List<String> arguments) throws ExecutionException {
        String what = arguments.isEmpty() ? "" : arguments.get(0);
        return switch (what) {
            case "lease" -> stay(Count.of("ms", arguments.get(1)));
            case "begin" ->
                begin(
                        Count.of("ms", arguments.get(1)),
                        arguments.get(2).equals(DEEP),
                        Count.of("ns of a slow call", arguments.get(3)),
                        arguments.subList(4, arguments.size()));
            case "end" -> end(arguments.get(1));
            default -> Answer.failed(ExitCode.USAGE, "tail takes lease, begin or end");
        };
    }

    /** The agent leaves after this time. Where there is no thread for it, after the time that was asked for before. */
    private synchronized Answer stay(long millis) {
        if (hasLeft) {
            return new Answer();
        }
        Lease former = stay;
        stay = newLease(millis, () -> {
            Log.say("the command that attached this agent has not come back: leaving");
            ask("detach");
        });
        if (former != null) {
            former.end();
        }
        return new Answer();
    }

    /** Whether the agent came for this alone, and will leave. */
    private synchronized boolean isToLeave() {
        return stay != null;
    }

    private Answer ask(String command, String... arguments) {
        return Answer.parse(channel.apply(new Request(command, List.of(arguments)).text()));
    }

    private Answer begin(long millis, boolean deep, long slowNanos, List<String> patterns) throws ExecutionException {
        Observation begun = new Observation(newRecording());
        if (!reserve(begun)) {
            return Answer.failed(ExitCode.FAILED, "another tail is under way in this JVM");
        }
        Answer answer = new Answer();
        try {
            answer = probe(begun, patterns);
            if (answer.exitCode() == ExitCode.OK) {
                Answer observed = observe(begun, millis, deep, slowNanos);
                answer = observed.exitCode() == ExitCode.OK ? answer : observed;
            }
            begun.isBegun = answer.exitCode() == ExitCode.OK;
        } catch (OutOfMemoryError e) {
            answer = Answer.failed(ExitCode.FAILED, "the JVM has no thread or memory for it: " + Log.describe(e));
        } finally {
            if (begun.time.isOver()) {
                endWatch(begun); // the agent has left meanwhile
            } else if (!begun.isBegun && take(begun)) {
                undo(begun, answer);
            }
        }
        return answer;
    }

    private synchronized boolean reserve(Observation begun) {
        if (hasLeft) {
            throw new RejectedExecutionException("the agent is leaving");
        }
        if (observation != null) {
            return false;
        }
        observation = begun;
        return true;
    }

    /** Whoever takes an observation undoes it. Returns whether nobody else has. */
    private synchronized boolean take(Observation over) {
        if (observation != over) {
            return false;
        }
        observation = null;
        over.time.end();
        return true;
    }

    private Answer probe(Observation begun, List<String> patterns) {
        Set<String> absent = new LinkedHashSet<>(patterns);
        settings.selection().probes().forEach(present -> absent.remove(present.toString()));
        List<MethodPattern> lifted = new ArrayList<>(settings.exclusions());
        Answer answer = patterns.isEmpty() ? new Answer() : ask("probe", patterns.toArray(String[]::new));
        if (answer.exitCode() == ExitCode.OK) {
            lifted.removeAll(settings.exclusions());
            begun.lifted.addAll(lifted);
            begun.patterns.addAll(absent);
        }
        answer.sentences().replaceAll(said -> said.equals(PatternRequestHandler.ADVICE) ? advice() : said);
        return answer;
    }

    /** For classes that are yet to be loaded. */
    private String advice() {
        return "for classes that are yet to be loaded: "
                + (isToLeave() ? "attach <pid> probes=<pattern>" : "probe <pid> --future <pattern>")
                + ", then tail <pid>";
    }

    private Answer observe(Observation begun, long millis, boolean deep, long slowNanos) throws ExecutionException {
        begun.lease = newLease(millis, () -> giveUp(begun));
        if (isToLeave()) {
            stay(millis); // to weave may have taken long
        }
        if (deep) {
            begun.recording.begin(millis);
        }
        return control.call(() -> watch.begin(begun.time, slowNanos));
    }

    /** On the thread that asks: a disk that hangs keeps no other. */
    private Answer end(String file) throws ExecutionException {
        Observation ending = underWay();
        if (ending == null || !ending.isBegun) {
            return Answer.failed(ExitCode.FAILED, "no tail is under way: its time may have run out");
        }
        Answer answer = control.call(() -> watch.tables(ending.time));
        if (answer.exitCode() == ExitCode.OK) {
            answer.tables().addAll(ask("probes", "methods").tables());
            ending.recording.dump(file, answer);
        }
        inTurn(() -> {
            if (take(ending)) {
                undo(ending, answer);
            }
        });
        return answer;
    }

    private synchronized Observation underWay() {
        return observation;
    }

    /** Nobody came in time. Another observation may have begun meanwhile; an agent that came for this alone leaves at the same time. */
    private void giveUp(Observation given) {
        inTurn(() -> {
            if (!isToLeave() && take(given)) {
                Log.say("the command tail has not come back: what it began is undone");
                undo(given, new Answer());
            }
        });
    }

    private void inTurn(Runnable work) {
        try {
            channel.inTurn(() -> {
                work.run();
                return null;
            });
        } catch (Exception e) {
            Log.say("unexpected: " + Log.describe(e));
        }
    }

    /** By whoever has taken it, in turn. What is probed stays where the agent will leave. */
    private void undo(Observation over, Answer answer) {
        endWatch(over);
        if (isToLeave()) {
            return;
        }
        settings.exclude(over.lifted);
        for (String pattern : over.patterns) {
            ask("unprobe", pattern).sentences().forEach(answer::say);
        }
        if (!over.lifted.isEmpty()) {
            over.lifted.forEach(pattern -> answer.say("excluded again: " + pattern));
            selection.execute(() -> weaving.select(settings::selection, progress -> {}));
        }
    }

    private void endWatch(Observation over) {
        Lease lease = over.lease; // null where there was no thread for it
        if (lease != null) {
            lease.end();
        }
        control.execute(watch::end); // not awaited: that thread may be busy, and whoever asked has waited for it
        over.recording.close();
    }

    /** The agent leaves: no thread waits any more, and nothing is recorded. */
    final void leave() {
        Observation last = takeLast();
        if (last != null) {
            endWatch(last);
        }
    }

    private synchronized Observation takeLast() {
        hasLeft = true;
        if (stay != null) {
            stay.end();
        }
        Observation last = observation;
        return last != null && take(last) ? last : null;
    }
}
