package org.latencyprobes.agent.serve.why;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
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
    private final AtomicBoolean isRecordingBeginning = new AtomicBoolean();
    private Lease stay;
    private WhyObservation observation;
    private boolean hasLeft;

    /** Begins nothing yet. */
    public WhyRequests(AgentParts agent) {
        this.agent = agent;
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
        WhyObservation begun = new WhyObservation(agent, request, newRecording());
        WhyObservation other = reserve(begun, request.leaseMillis());
        if (other != null) {
            return Answer.failed(ExitCode.FAILED, other.refusal());
        }
        Answer answer = new Answer();
        try {
            answer = begun.begin(() -> newLease(request.leaseMillis(), () -> giveUp(begun)));
            renewStay(request.leaseMillis());
        } catch (OutOfMemoryError e) {
            answer = Answer.failed(ExitCode.FAILED, "the JVM has no thread or memory for it: " + Log.describe(e));
        } finally {
            if (begun.isOver()) {
                begun.end(); // the agent has left meanwhile
            } else if (!begun.isBegun() && take(begun)) {
                undo(begun, answer);
            }
        }
        return answer;
    }

    /** Null, or what is under way already. */
    private synchronized WhyObservation reserve(WhyObservation begun, long leaseMillis) {
        if (hasLeft) {
            throw new RejectedExecutionException("the agent is leaving");
        }
        if (observation == null) {
            observation = begun;
            renewStay(leaseMillis);
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
        over.finish();
        return true;
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
        if (ending == null || !ending.isOf(id) || !ending.isBegun()) {
            return notUnderWay();
        }
        Answer answer = ending.tell(file);
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
            long leftMillis = given.leftMillis();
            if (leftMillis > 0) {
                given.hold(newLease(leftMillis, () -> giveUp(given)));
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
        over.end();
        if (!isToLeave()) {
            over.unprobe(answer);
        }
    }

    /** The agent leaves: no thread waits any more, and nothing is recorded. */
    public final void leave() {
        WhyObservation last = takeLast();
        if (last != null) {
            last.end();
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
