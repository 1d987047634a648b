package org.latencyprobes.agent;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.clock.ClockPair;
import org.latencyprobes.agent.clock.FlightRecorderClock;
import org.latencyprobes.agent.command.Conditions;
import org.latencyprobes.agent.command.TailTables;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.Count;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.agent.control.Request;
import org.latencyprobes.agent.flight.FlightRecording;
import org.latencyprobes.agent.link.CallPrice;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.slow.LongestCalls;
import org.latencyprobes.agent.slow.SlowCalls;
import org.latencyprobes.agent.weave.Weaving;
import org.latencyprobes.histogram.IntervalReader;

/**
 * A handler of the command {@code tail}: it probes patterns and records with Flight Recorder for a time, then hands out all that explains slow
 * calls, and undoes what it did. It undoes it by itself where nobody asks in time. Thread-safe.
 *
 * <p>Requests: {@code lease <ms>}, after which the agent leaves; {@code begin <ms> deep|plain <ns> <pattern>…}, with the time after which all
 * is undone and the duration from which on a call is slow, or 0; {@code end <file>} with the file for the recording, which may be empty.
 */
final class TailRequests {

    private static final String DEEP = "deep";

    private final ControlChannel channel;
    private final Settings settings;
    private final ControlThread control;
    private final SelectionThreads selection;
    private final Weaving weaving;
    private final FlightRecorderClock clock;
    private Lease stay;
    private Observation observation;
    private LongestCalls longest;

    /** What is under way. */
    private static final class Observation {

        private final IntervalReader reader = new IntervalReader();
        private final Set<String> patterns = new LinkedHashSet<>();
        private final List<MethodPattern> lifted = new ArrayList<>();
        private CallPrice.Mark price;
        private Conditions.Mark conditions;
        private long startNanos;
        private long startMillis;
        private Lease lease;
        private FlightRecording recording;
        private ClockPair recordingStart;
        private String noRecording = "it was not asked for";

        /** The agent leaves: there is nothing to be as it was. */
        private void forgetPatterns() {
            patterns.clear();
            lifted.clear();
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
    }

    Answer answer(List<String> arguments) throws ExecutionException {
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

    /** The agent leaves after this time. */
    private synchronized Answer stay(long millis) {
        if (stay != null) {
            stay.end();
        }
        stay = Lease.start(millis, () -> {
            Log.say("the command that attached this agent has not come back: leaving");
            ask("detach");
        });
        return new Answer();
    }

    private Answer ask(String command, String... arguments) {
        return Answer.parse(channel.apply(new Request(command, List.of(arguments)).text()));
    }

    private synchronized Answer begin(long millis, boolean deep, long slowNanos, List<String> patterns)
            throws ExecutionException {
        if (observation != null) {
            return Answer.failed(ExitCode.FAILED, "another tail is under way in this JVM");
        }
        Observation begun = new Observation();
        begun.patterns.addAll(patterns);
        settings.selection().probes().forEach(present -> begun.patterns.remove(present.toString()));
        begun.lifted.addAll(settings.exclusions());
        Answer answer = patterns.isEmpty() ? new Answer() : ask("probe", patterns.toArray(String[]::new));
        if (answer.exitCode() != ExitCode.OK) {
            return answer;
        }
        begun.lifted.removeAll(settings.exclusions());
        observation = begun;
        begun.lease = Lease.start(millis, () -> giveUpInTurn(begun));
        if (stay != null) {
            stay(millis); // to weave may have taken long
        }
        Answer failure = failureToObserve(begun, millis, deep, slowNanos);
        return failure == null ? answer : failure;
    }

    /** Null where all is under way; else all is undone. */
    private Answer failureToObserve(Observation begun, long millis, boolean deep, long slowNanos)
            throws ExecutionException {
        try {
            if (deep) {
                selection.call(() -> record(begun, millis));
            }
            Answer observed = control.call(() -> observe(begun, slowNanos));
            if (observed.exitCode() != ExitCode.OK) {
                undo(observed);
                return observed;
            }
            return null;
        } catch (ExecutionException e) {
            undo(new Answer());
            throw e;
        }
    }

    private Answer observe(Observation begun, long slowNanos) {
        SlowCalls slow = control.outputs().slow();
        if (longest == null) {
            longest = new LongestCalls();
            slow.listen(longest);
        }
        if (slowNanos > 0 || !slow.isOn()) {
            slow.follow(slowNanos > 0 ? slowNanos : SlowCalls.AUTO);
        }
        slow.tend();
        longest.begin();
        begun.reader.skip();
        begun.price = CallPrice.mark();
        begun.conditions = control.outputs().conditions().mark();
        begun.startNanos = System.nanoTime();
        begun.startMillis = System.currentTimeMillis();
        return new Answer();
    }

    /** With what the user wants to be kept otherwise. */
    private Answer tables(Observation ending) {
        SlowCalls slow = control.outputs().slow();
        slow.tend();
        control.outputs().causes().explainSettled();
        Answer answer = TailTables.of(
                ending.reader.read(),
                control.costs(),
                ending.price,
                control.outputs().jitter().stalls(),
                longest.end(),
                ending.startNanos,
                ending.startMillis);
        slow.follow(settings.options().slowNanos()); // only now: stacks go where no calls are kept any more
        return control.outputs().conditions().addSingle(answer, ending.conditions);
    }

    /** Whatever keeps Flight Recorder away is said later; the rest goes on without it. */
    private Answer record(Observation begun, long millis) {
        try {
            begun.recordingStart = clock.eventTicks();
            begun.recording = FlightRecording.of(Duration.ofMillis(millis));
            begun.recordingStart = clock.eventTicks();
        } catch (RuntimeException | LinkageError e) {
            begun.noRecording = e instanceof UnsupportedOperationException || e instanceof IllegalStateException
                    ? e.getMessage()
                    : Log.describe(e);
        }
        return new Answer();
    }

    private synchronized Answer end(String file) throws ExecutionException {
        Observation ending = observation;
        if (ending == null) {
            return Answer.failed(ExitCode.FAILED, "no tail is under way: its time may have run out");
        }
        Answer answer = control.call(() -> tables(ending));
        if (answer.exitCode() != ExitCode.OK) {
            undo(answer);
            return answer;
        }
        answer.tables().addAll(ask("probes", "methods").tables());
        selection.call(() -> dump(ending, file, answer));
        if (stay != null) {
            ending.forgetPatterns(); // the agent came for this alone, and will leave
        }
        undo(answer);
        return answer;
    }

    private Answer dump(Observation ending, String file, Answer answer) {
        if (ending.recording == null || file.isEmpty()) {
            return TailTables.noRecording(answer, ending.noRecording);
        }
        try {
            ClockPair end = clock.eventTicks();
            ending.recording.dump(Path.of(file));
            return TailTables.recording(answer, ending.recordingStart, end);
        } catch (Exception | LinkageError e) {
            return TailTables.noRecording(answer, Log.describe(e));
        }
    }

    /** The turn first, and only then the monitor, as a command takes them. */
    private void giveUpInTurn(Observation given) {
        try {
            channel.inTurn(() -> giveUp(given));
        } catch (Exception e) {
            Log.say("unexpected: " + Log.describe(e));
        }
    }

    /** Nobody came in time. Another observation may have begun meanwhile; an agent that came for this alone leaves at the same time. */
    private synchronized Answer giveUp(Observation given) {
        Answer answer = new Answer();
        if (observation != given || stay != null) {
            return answer;
        }
        Log.say("the command tail has not come back: what it began is undone");
        try {
            control.call(() -> tables(given));
        } catch (ExecutionException e) {
            Log.say("unexpected: " + Log.describe(e));
        }
        undo(answer);
        return answer;
    }

    private void undo(Answer answer) {
        Observation over = observation;
        observation = null;
        over.lease.end();
        if (over.recording != null) {
            over.recording.close();
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

    /** The agent leaves: no thread waits any more, and nothing is recorded. */
    synchronized void leave() {
        if (stay != null) {
            stay.end();
        }
        if (observation != null) {
            observation.forgetPatterns();
            undo(new Answer());
        }
    }
}
