package org.latencyprobes.agent.serve.why;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.slow.Remark;
import org.latencyprobes.agent.serve.AgentParts;

/**
 * A handler of the command {@code why}: it probes patterns and records with Flight Recorder for a time, then hands out all that explains slow
 * calls, and undoes what it did. It undoes it by itself where the command does not say in time that it goes on. Thread-safe.
 *
 * <p>To begin is to come in the channel's turn, the rest out of it: to weave may take long, and a disk may hang. The turn of the end comes
 * once the recording is written. The monitor is held for moments only, since an agent that leaves waits for it.
 */
public class WhyRequests {

    private final AgentParts agent;
    private final WhyWatch watch;
    private final AtomicBoolean isRecordingBeginning = new AtomicBoolean();
    private Lease stay;
    private WhyObservation observation;
    private boolean hasLeft;

    /** Begins nothing yet. */
    public WhyRequests(AgentParts agent) {
        this.agent = agent;
        watch = new WhyWatch(agent);
    }

    /** A lease that runs. */
    Lease newLease(long millis, Runnable undo) {
        return Lease.start(millis, undo);
    }

    /** A recording that has not begun. */
    WhyRecording newRecording() {
        return new WhyRecording(agent.eventClock(), isRecordingBeginning, WhyRecording.LONGEST_BEGIN_MILLIS);
    }

    /** The agent leaves after this time. */
    public final synchronized void stay(long millis) {
        if (!hasLeft && stay == null) {
            stay = newLease(millis, () -> {
                Log.say("the command that attached this agent has not come back: leaving");
                agent.channel().ask(new Request.Detach());
            });
        }
    }

    /** The command goes on. One that another command's observation keeps waiting renews nothing. */
    public final synchronized Answer renew(Request.WhyRenew request) {
        long millis = request.leaseMillis();
        if (observation != null && !observation.isOf(request.id())) {
            return notUnderWay();
        }
        renewStay(millis);
        if (observation == null) {
            return notUnderWay();
        }
        observation.renew(millis);
        return new Answer();
    }

    private synchronized void renewStay(long millis) {
        if (stay != null) {
            stay.renew(millis);
        }
    }

    private synchronized Answer notUnderWay() {
        return hasLeft
                ? Answer.failed(ExitCode.NO_AGENT, "the agent is leaving this JVM")
                : Answer.failed(ExitCode.FAILED, "this why is not under way: its time may have run out");
    }

    /** Whether the agent came for this alone, and will leave. */
    private synchronized boolean isToLeave() {
        return stay != null;
    }

    public final Answer begin(Request.WhyBegin request) throws ExecutionException {
        WhyObservation begun = new WhyObservation(request, newRecording());
        WhyObservation other = reserve(begun);
        if (other != null) {
            return Answer.failed(ExitCode.FAILED, other.refusal());
        }
        Answer answer = new Answer();
        try {
            answer = probe(begun);
            if (answer.exitCode() == ExitCode.OK) {
                Answer observed = observe(begun);
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

    /** Null, or what is under way already. */
    private synchronized WhyObservation reserve(WhyObservation begun) {
        if (hasLeft) {
            throw new RejectedExecutionException("the agent is leaving");
        }
        if (observation == null) {
            observation = begun;
            renewStay(begun.asked.leaseMillis());
            return null;
        }
        return observation;
    }

    /** Whoever takes an observation undoes it. Returns whether nobody else has. */
    private synchronized boolean take(WhyObservation over) {
        if (observation != over) {
            return false;
        }
        observation = null;
        over.time.end();
        return true;
    }

    private Answer probe(WhyObservation begun) {
        List<String> patterns = begun.asked.patterns();
        List<MethodPattern> present = agent.settings().selection().probes();
        List<MethodPattern> lifted = new ArrayList<>(agent.settings().exclusions());
        String warning =
                patterns.isEmpty() ? null : agent.weaving().compiledCode().warning();
        Answer answer =
                patterns.isEmpty() ? new Answer() : agent.channel().ask(new Request.Probe(patterns, false, false));
        if (answer.exitCode() == ExitCode.OK) {
            if (warning != null) {
                boolean isDone = agent.weaving().compiledCode().warning() == null; // after a question, or by an option
                String said = isDone ? "compiled code was discarded, as was allowed" : warning;
                answer.add(Remark.TABLE, Remark.class, List.of(new Remark(said)));
            }
            lifted.removeAll(agent.settings().exclusions());
            begun.lifted.addAll(lifted);
            agent.settings().selection().probes().stream()
                    .filter(pattern -> !present.contains(pattern))
                    .forEach(added -> begun.patterns.add(added.toString()));
        }
        return answer;
    }

    private Answer observe(WhyObservation begun) throws ExecutionException {
        if (begun.asked.deep()) {
            begun.recording.begin();
        }
        Answer answer = agent.control().call(() -> watch.begin(begun.time, begun.asked.slowNanos()));
        begun.lease = newLease(begun.asked.leaseMillis(), () -> giveUp(begun)); // last, since all before may take long
        renewStay(begun.asked.leaseMillis());
        return answer;
    }

    /** On the thread that asks: a disk that hangs keeps no other. */
    public final Answer end(Request.WhyEnd request) throws ExecutionException, IOException {
        if (!request.recording()) {
            return end(request.id(), "");
        }
        Path file = agent.channel().newFile();
        return end(request.id(), file.toString()).attach(file);
    }

    /** The file for the recording may be empty. */
    final Answer end(String id, String file) throws ExecutionException {
        WhyObservation ending = underWay();
        if (ending == null || !ending.isOf(id) || !ending.isBegun) {
            return notUnderWay();
        }
        Answer answer = agent.control().call(() -> watch.tables(ending.time));
        if (answer.exitCode() == ExitCode.OK) {
            answer.tables()
                    .addAll(agent.channel()
                            .ask(new Request.Probes(true, List.of()))
                            .tables());
            ending.recording.dump(file, answer);
        }
        inTurn(() -> {
            if (take(ending)) {
                undo(ending, answer);
            }
        });
        return answer;
    }

    private synchronized WhyObservation underWay() {
        return observation;
    }

    /** For the status: null where none is under way. */
    public final String state() {
        WhyObservation present = underWay();
        return present == null ? null : present.state();
    }

    /** The command has not said in time that it goes on. It may have done so before the turn came, and another observation may have begun. */
    private void giveUp(WhyObservation given) {
        inTurn(() -> {
            long leftMillis = given.lease.leftMillis();
            if (leftMillis > 0) {
                given.lease = newLease(leftMillis, () -> giveUp(given));
            } else if (take(given)) {
                Log.say("the command why has not come back: what it began " + (isToLeave() ? "ends" : "is undone"));
                undo(given, new Answer());
            }
        });
    }

    private void inTurn(Runnable work) {
        try {
            agent.channel().inTurn(() -> {
                work.run();
                return null;
            });
        } catch (Exception e) {
            Log.say("unexpected: " + Log.describe(e));
        }
    }

    /** By whoever has taken it, in turn. What is probed stays where the agent will leave. */
    private void undo(WhyObservation over, Answer answer) {
        endWatch(over);
        if (isToLeave()) {
            return;
        }
        agent.settings().exclude(over.lifted);
        for (String pattern : over.patterns) {
            Answer removed = agent.channel().ask(new Request.Unprobe(pattern, true));
            if (removed.exitCode() == ExitCode.OK || !forget(pattern)) {
                removed.sentences().forEach(answer::say);
            } else {
                answer.say("pattern removed: " + pattern + "; what was woven for it meanwhile goes on recording, since "
                        + agent.weaving().compiledCode().kept());
            }
        }
        if (!over.lifted.isEmpty()) {
            over.lifted.forEach(pattern -> answer.say("excluded again: " + pattern));
            agent.selection().execute(() -> agent.weaving().select(agent.settings()::selection, progress -> {}));
        }
    }

    /** Removes a pattern whose woven classes have to stay as they are. Returns whether it was there. */
    private boolean forget(String text) {
        try {
            MethodPattern pattern =
                    agent.weaving().read(MethodPattern.parse(text)).pattern();
            boolean isThere = agent.settings().remove(pattern);
            agent.selection().execute(() -> agent.weaving().select(agent.settings()::selection, progress -> {}));
            return isThere;
        } catch (BadPatternException e) {
            return false;
        }
    }

    private void endWatch(WhyObservation over) {
        Lease lease = over.lease; // null where there was no thread for it
        if (lease != null) {
            lease.end();
        }
        agent.control()
                .execute(watch::end); // not awaited: that thread may be busy, and whoever asked has waited for it
        over.recording.close();
    }

    /** The agent leaves: no thread waits any more, and nothing is recorded. */
    public final void leave() {
        WhyObservation last = takeLast();
        if (last != null) {
            endWatch(last);
        }
    }

    private synchronized WhyObservation takeLast() {
        hasLeft = true;
        if (stay != null) {
            stay.end();
        }
        WhyObservation last = observation;
        return last != null && take(last) ? last : null;
    }
}
