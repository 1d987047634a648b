package org.latencyprobes.agent.serve.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.cause.SlowCallCauses;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.figures.NothingProbed;
import org.latencyprobes.agent.figures.ProbesTable;
import org.latencyprobes.agent.figures.SlowTable;
import org.latencyprobes.agent.figures.StallsTable;
import org.latencyprobes.agent.inflight.CallsInFlight;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.option.Settings;
import org.latencyprobes.agent.output.JitterSampling;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.agent.serve.ControlChannel;
import org.latencyprobes.agent.serve.ControlThread;
import org.latencyprobes.agent.serve.SelectionThreads;
import org.latencyprobes.agent.serve.command.Command.Place;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.slow.SlowCalls;
import org.latencyprobes.agent.weave.Weaving;
import org.latencyprobes.counts.TraceIds;
import org.latencyprobes.histogram.IntervalReader;

/** The commands of an agent that is at work. Thread-safe. */
public final class Commands {

    private final Leaving leaving;
    private final ControlThread control;
    private final SelectionThreads selection;
    private final Weaving weaving;
    private final Linker linker;
    private final Status status;
    private final TailRequests tail;
    private final Bookmarks bookmarks;
    private final ControlChannel channel;
    private final AttachCommand attach;
    private final List<Command<?>> all;

    public Commands(
            Leaving leaving,
            Settings settings,
            ControlThread control,
            SelectionThreads selection,
            Weaving weaving,
            Linker linker,
            Status status,
            TailRequests tail,
            ControlChannel channel) {
        this.leaving = leaving;
        this.channel = channel;
        this.control = control;
        this.selection = selection;
        this.weaving = weaving;
        this.linker = linker;
        this.status = status;
        this.tail = tail;
        bookmarks = new Bookmarks(
                () -> control.outputs().explained(), () -> control.outputs().conditions());
        PatternCommands patterns = new PatternCommands(settings, weaving, linker);
        ModeCommand modes = new ModeCommand(settings, control, weaving, linker);
        attach = new AttachCommand(settings, control, selection, weaving, status, patterns, modes);
        all = List.of(
                new Command<>(Request.Hello.class, Place.ASKING, (asked, progress) -> Status.hello()),
                new Command<>(
                        Request.Status.class,
                        Place.CONTROL,
                        (asked, progress) -> status.answer(settings, control, tail.state(), asked.jvm())),
                new Command<>(Request.Attach.class, Place.ASKING, attach::update),
                new Command<>(Request.Probe.class, Place.SELECTION, patterns::probe),
                new Command<>(Request.Unprobe.class, Place.SELECTION, patterns::unprobe),
                new Command<>(Request.Explain.class, Place.SELECTION, (asked, progress) -> patterns.explain(asked)),
                new Command<>(Request.DryRun.class, Place.SELECTION, patterns::dryRun),
                new Command<>(Request.Mode.class, Place.ASKING, (asked, progress) -> modes.answer(asked)),
                new Command<>(Request.Probes.class, Place.ASKING, (asked, progress) -> probes(asked)),
                new Command<>(Request.Report.class, Place.CONTROL, (asked, progress) -> report(asked)),
                new Command<>(Request.Mark.class, Place.CONTROL, (asked, progress) -> bookmarks.mark(asked.name())),
                new Command<>(Request.Snapshot.class, Place.ASKING, (asked, progress) -> snapshot(asked)),
                new Command<>(Request.Stalls.class, Place.CONTROL, (asked, progress) -> stalls(asked)),
                new Command<>(Request.Slow.class, Place.CONTROL, (asked, progress) -> stuck(slow(asked))),
                new Command<>(Request.InFlight.class, Place.SELECTION, (asked, progress) -> inFlight(asked)),
                new Command<>(Request.Recording.class, Place.ASKING, (asked, progress) -> recording()),
                new Command<>(Request.TailBegin.class, Place.ASKING, (asked, progress) -> tail.begin(asked)),
                new Command<>(Request.TailRenew.class, Place.ASKING, (asked, progress) -> tail.renew(asked)),
                new Command<>(Request.TailEnd.class, Place.ASKING, (asked, progress) -> endTail(asked)),
                new Command<>(Request.Detach.class, Place.ASKING, (asked, progress) -> detach(progress)));
    }

    public Answer answer(Request request, Progress progress) throws ExecutionException {
        try {
            for (Command<?> command : all) {
                if (command.request() == request.getClass()) {
                    return answer(command, request, progress);
                }
            }
            throw new IllegalArgumentException(request.command());
        } catch (RejectedExecutionException e) {
            return Answer.failed(ExitCode.NO_AGENT, "the agent is leaving this JVM");
        } catch (TimeoutException e) {
            return Answer.failed(ExitCode.FAILED, e.getMessage());
        } catch (ExecutionException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ExecutionException(e);
        }
    }

    private Answer answer(Command<?> command, Request request, Progress progress) throws Exception {
        return switch (command.place()) {
            case CONTROL -> control.call(() -> command.answer(request, progress), progress.longestWaitMillis());
            case SELECTION -> selection.call(() -> command.answer(request, progress));
            case ASKING -> command.answer(request, progress);
        };
    }

    /** The agent has just been attached: what is loaded is woven. */
    public Answer arrive(boolean isVisit, Progress progress) throws ExecutionException {
        return attach.arrive(isVisit, progress);
    }

    /** When the options file was edited, on the control thread. */
    public void readFile() {
        attach.readFile();
    }

    public void stayFor(long millis) {
        tail.stay(millis);
    }

    private Answer report(Request.Report asked) {
        return stuck(remarked(bookmarks.report(
                asked, control.costs(), control.outputs().jitter().stalls())));
    }

    private Answer recording() throws IOException {
        Path file = channel.newFile();
        return control.recording().dump(file).attach(file);
    }

    private Answer endTail(Request.TailEnd asked) throws ExecutionException, IOException {
        if (!asked.recording()) {
            return tail.end(asked.id(), "");
        }
        Path file = channel.newFile();
        return tail.end(asked.id(), file.toString()).attach(file);
    }

    /** A snapshot that was taken while this one waited answers it. */
    private Answer snapshot(Request.Snapshot asked) throws ExecutionException {
        long cameNanos = System.nanoTime();
        return control.call(() -> control.outputs().snapshots().answer(asked, cameNanos, control.costs()::recent));
    }

    private Answer probes(Request.Probes asked) throws ExecutionException {
        Answer answer = control.call(() ->
                ProbesTable.of(linker.linked(), new IntervalReader().total(), control.costs(), status::leavesOutWait));
        return remarked(
                asked.methods() ? Explanations.table(answer, MethodRow.TABLE, selection.call(weaving::woven)) : answer);
    }

    private Answer remarked(Answer answer) {
        return NothingProbed.remark(
                answer, linker.linked().isEmpty() && weaving.woven().isEmpty());
    }

    private Answer stuck(Answer answer) {
        if (answer.exitCode() == ExitCode.OK) {
            control.outputs().conditions().notReturned().forEach(answer::say);
        }
        return answer;
    }

    private Answer stalls(Request.Stalls asked) {
        JitterSampling jitter = control.outputs().jitter();
        if (jitter.stalls() == null) {
            return Answer.failed(ExitCode.FAILED, "stalls are not looked for: " + jitter.stallSources());
        }
        return StallsTable.single(jitter.stalls().last(asked.most())).say("told by: " + jitter.stallSources());
    }

    private Answer slow(Request.Slow asked) {
        SlowCalls slow = control.outputs().slow();
        if (!slow.isOn()) {
            return Answer.failed(ExitCode.FAILED, "slow calls are not kept: slow=off");
        }
        long nowNanos = System.nanoTime();
        List<SlowCall> longest = slow.longest().stream()
                .filter(call -> nowNanos - call.startNanos() - call.nanos() <= asked.lastNanos())
                .toList();
        SlowCallCauses causes = control.outputs().causes();
        causes.explainSettled();
        Answer answer = SlowTable.of(
                        longest, asked.most(), asked.stacks(), slow.probes(), causes, new IntervalReader().total())
                .say(slow.stackRemark());
        long failures = TraceIds.failures();
        return failures == 0
                ? answer
                : answer.say("trace ids: " + Plural.of(failures, "look-up", "look-ups")
                        + " given up, since the application's library threw");
    }

    private Answer inFlight(Request.InFlight asked) {
        return CallsInFlight.answer(weaving.woven(), linker::clock, asked.fromNanos(), asked.most(), asked.stacks());
    }

    private Answer detach(Progress progress) throws TimeoutException {
        Weaving.Change change = leaving.leave(progress, tail::leave);
        if (change == null) {
            return Answer.failed(ExitCode.NO_AGENT, "the agent is leaving this JVM");
        }
        String said = "detached: " + Plural.of(change.classes(), "class", "classes") + " restored"
                + AttachCommand.failed(change)
                + (change.failed() > 0 && weaving.compiledCode().isKept()
                        ? " since " + weaving.compiledCode().kept() + ": woven, with call sites that do nothing"
                        : "");
        Log.say(said);
        return new Answer().say(said);
    }
}
