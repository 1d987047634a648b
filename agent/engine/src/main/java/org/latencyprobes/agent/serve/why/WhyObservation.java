package org.latencyprobes.agent.serve.why;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.latencyprobes.agent.figures.Conditions;
import org.latencyprobes.agent.figures.WhyTables;
import org.latencyprobes.agent.output.Outputs;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.slow.Remark;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.agent.slow.SampledCalls;
import org.latencyprobes.agent.slow.SlowCalls;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;

/**
 * What a command {@code why} has asked for and begun: probes, a recording, and a watch over calls, of which it keeps a sample and how many there
 * were. Thread-safe, but for what was probed: that is for whoever has the turn. The control thread watches.
 */
final class WhyObservation {

    private final AgentParts agent;
    private final Request.WhyBegin asked;
    private final WhyRecording recording;
    private final Set<String> patterns = new LinkedHashSet<>();
    private final List<MethodPattern> lifted = new ArrayList<>();
    private final IntervalReader reader = new IntervalReader();
    private final long endNanos;
    private Conditions.Mark start;
    private long startMillis;
    private volatile Lease lease; // null until all has begun
    private volatile boolean isBegun;
    private volatile boolean isOver;

    /** Has begun nothing yet of what is asked for. */
    WhyObservation(AgentParts agent, Request.WhyBegin request, WhyRecording recording) {
        endNanos = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(request.watchMillis());
        this.agent = agent;
        asked = request;
        this.recording = recording;
    }

    /** All that is asked for, and at last the lease, since all before it may take long. */
    Answer begin(Supplier<Lease> newLease) throws ExecutionException {
        Answer answer = probe();
        if (answer.exitCode() == ExitCode.OK) {
            if (asked.deep()) {
                recording.begin();
            }
            Answer watched = agent.control().call(this::watch);
            lease = newLease.get();
            answer = watched.exitCode() == ExitCode.OK ? answer : watched;
        }
        isBegun = answer.exitCode() == ExitCode.OK;
        return answer;
    }

    private Answer probe() {
        List<MethodPattern> present = agent.settings().selection().probes();
        List<MethodPattern> excluded = new ArrayList<>(agent.settings().exclusions());
        String warning =
                asked.patterns().isEmpty() ? null : agent.compiledCode().warning();
        Answer answer = asked.patterns().isEmpty()
                ? new Answer()
                : agent.channel().ask(new Request.Probe(asked.patterns(), false, false));
        if (answer.exitCode() == ExitCode.OK) {
            if (warning != null) {
                boolean isDone = agent.compiledCode().warning() == null; // after a question, or by an option
                answer.add(
                        Remark.TABLE,
                        Remark.class,
                        List.of(new Remark(isDone ? "compiled code was discarded, as was allowed" : warning)));
            }
            excluded.removeAll(agent.settings().exclusions());
            lifted.addAll(excluded);
            for (MethodPattern pattern : agent.settings().selection().probes()) {
                if (!present.contains(pattern)) {
                    patterns.add(pattern.toString());
                }
            }
        }
        return answer;
    }

    /** Does nothing where whoever asked has not waited any longer. */
    private Answer watch() {
        if (!isOver) {
            Outputs outputs = agent.outputs();
            outputs.slow().followWatch(asked.slowNanos() > 0 ? asked.slowNanos() : SlowCalls.AUTO);
            outputs.jitter().watch(true);
            outputs.slow().beginWatch();
            start = outputs.conditions().mark(); // first: a call that is counted has ended later, and is told
            startMillis = System.currentTimeMillis();
            reader.skip();
        }
        return new Answer();
    }

    boolean isBegun() {
        return isBegun;
    }

    boolean isOf(String other) {
        return asked.id().equals(other);
    }

    /** The command goes on. */
    void renew(long millis) {
        Lease present = lease;
        if (present != null) {
            present.renew(millis);
        }
    }

    /** Of its lease, which has been taken. */
    long leftMillis() {
        return lease.leftMillis();
    }

    void hold(Lease next) {
        lease = next;
    }

    /** Why another one cannot begin. */
    String refusal() {
        return "another why is under way in this JVM: " + state()
                + "; detach <pid> ends it at once, and takes out the agent";
    }

    /** For how long it is going to last. */
    String state() {
        Lease present = lease;
        if (present == null) {
            return "it is just beginning";
        }
        long leftSeconds = TimeUnit.NANOSECONDS.toSeconds(endNanos - System.nanoTime());
        return (leftSeconds > 0 ? "it watches for " + leftSeconds + " s more" : "its watch is over")
                + ", and is undone within " + (present.leftMillis() / 1000 + 1) + " s where its command is gone";
    }

    /** All that explains slow calls, with the recording in a file, unless the file's name is empty. */
    Answer tell(String file) throws ExecutionException {
        Answer answer = agent.control().call(this::seen);
        if (answer.exitCode() == ExitCode.OK) {
            Answer probes = agent.channel().ask(new Request.Probes(true, List.of()));
            answer.tables().addAll(probes.tables());
            recording.dump(file, answer);
        }
        return answer;
    }

    private Answer seen() {
        if (isOver) {
            return Answer.failed(ExitCode.FAILED, "no why is under way any more: its time has run out");
        }
        Outputs outputs = agent.outputs();
        List<Interval> counted = reader.read(); // first: no call is counted that is not taken below
        List<SampledCalls.Sample> samples = outputs.slow().endWatch();
        outputs.causes().explainSettled();
        Answer answer = WhyTables.of(counted, agent.control().costs(), start, outputs.stalls(), samples, startMillis);
        WhyTables.addNotReturned(answer, outputs.conditions().notReturned());
        return outputs.conditions().addSingle(answer, start);
    }

    /** Nobody will ask for it any more. */
    void finish() {
        isOver = true;
    }

    boolean isOver() {
        return isOver;
    }

    /** Ends the watch and the recording. The control thread is not awaited: it may be busy, and whoever asked has waited for it. */
    void end() {
        Lease present = lease; // null where there was no thread for it
        if (present != null) {
            present.end();
        }
        agent.control().execute(this::unwatch);
        recording.close();
    }

    /** Slow calls are those that the user wants otherwise. Where that is none, stacks go, too: so it comes after {@link #seen}. */
    private void unwatch() {
        Outputs outputs = agent.outputs();
        outputs.slow().endWatch();
        outputs.jitter().watch(false);
        outputs.slow().followWatch(SlowCalls.OFF);
    }

    /** What was probed is so no more. */
    void unprobe(Answer answer) {
        agent.settings().exclude(lifted);
        for (String pattern : patterns) {
            Answer removed = agent.channel().ask(new Request.Unprobe(pattern, true));
            if (removed.exitCode() == ExitCode.OK || !forget(pattern)) {
                removed.sentences().forEach(answer::say);
            } else {
                answer.say("pattern removed: " + pattern + "; what was woven for it meanwhile goes on recording, since "
                        + agent.compiledCode().kept());
            }
        }
        if (!lifted.isEmpty()) {
            lifted.forEach(pattern -> answer.say("excluded again: " + pattern));
            select();
        }
    }

    /** Removes a pattern whose woven classes have to stay as they are. Returns whether it was there. */
    private boolean forget(String text) {
        try {
            MethodPattern pattern =
                    agent.weaving().read(MethodPattern.parse(text)).pattern();
            boolean isThere = agent.settings().remove(pattern);
            select();
            return isThere;
        } catch (BadPatternException e) {
            return false;
        }
    }

    private void select() {
        agent.selection().execute(() -> agent.weaving().select(agent.settings()::selection, progress -> {}));
    }
}
