package org.latencyprobes.agent;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.cause.SlowCallCauses;
import org.latencyprobes.agent.command.Bookmarks;
import org.latencyprobes.agent.command.Explanations;
import org.latencyprobes.agent.command.JvmTables;
import org.latencyprobes.agent.command.ProbesTable;
import org.latencyprobes.agent.command.SlowTable;
import org.latencyprobes.agent.command.StallsTable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Count;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.link.Linker;
import org.latencyprobes.agent.option.BadOptionException;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.slow.SlowCalls;
import org.latencyprobes.agent.weave.CompiledCode;
import org.latencyprobes.agent.weave.Weaving;
import org.latencyprobes.counts.TraceIds;
import org.latencyprobes.histogram.IntervalReader;

/**
 * A handler of requests. It answers each on the thread that the request belongs to: on the control thread what concerns samples, on a
 * selection thread what concerns classes, and on the thread that asks what writes a dump, since a disk may hang. Thread-safe.
 */
final class RequestHandler {

    private static final String ALLOWED =
            "attach, hello, status, probes, probe, unprobe, mode, report, snapshot, stalls, slow, in-flight, mark,"
                    + " explain, dry-run, tail, recording, detach";

    private final Leaving leaving;
    private final Settings settings;
    private final ControlThread control;
    private final Weaving weaving;
    private final Linker linker;
    private final Status status;
    private final SelectionThreads selection;
    private final PatternRequestHandler patterns;
    private final ModeRequestHandler modes;
    private final TailRequests tail;
    private final Bookmarks bookmarks;
    private final ControlChannel channel;

    RequestHandler(
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
        this.settings = settings;
        this.control = control;
        this.selection = selection;
        this.weaving = weaving;
        this.linker = linker;
        this.status = status;
        bookmarks = new Bookmarks(
                () -> control.outputs().explained(), () -> control.outputs().conditions());
        this.tail = tail;
        patterns = new PatternRequestHandler(settings, weaving, linker);
        modes = new ModeRequestHandler(settings, control, weaving, linker);
    }

    Answer answer(Request request, Progress progress) throws ExecutionException, ReflectiveOperationException {
        List<String> arguments = request.arguments();
        String first = arguments.isEmpty() ? "" : arguments.get(0);
        try {
            return switch (request.command()) {
                case "attach" ->
                    arguments.size() > 1 // for one that starts, and would leave again
                            ? Answer.failed(ExitCode.FAILED, "another command has just attached the agent: try again")
                            : update(first, progress);
                case "hello" -> Status.hello();
                case "status" -> control.call(() -> status(first));
                case "probes" -> probes(first);
                case "probe" -> selection.call(() -> patterns.probe(arguments, progress));
                case "unprobe" -> selection.call(() -> patterns.unprobe(first, progress));
                case "mode" -> modes.answer(first, arguments.size() > 1 ? arguments.get(1) : "*");
                case "report" ->
                    control.call(() -> hung(remarked(bookmarks.report(
                            first.isEmpty() ? "start" : first,
                            control.costs(),
                            control.outputs().jitter().stalls(),
                            arguments))));
                case "snapshot" -> snapshot(arguments, System.nanoTime());
                case "stalls" -> control.call(() -> stalls(first));
                case "slow" -> control.call(() -> hung(slow(arguments)));
                case "in-flight" -> selection.call(() -> inFlight(arguments));
                case "mark" -> control.call(() -> bookmarks.mark(first));
                case "explain" -> selection.call(() -> patterns.explain(first));
                case "dry-run" -> selection.call(() -> dryRun(arguments, progress));
                case "recording" -> recording(newFile());
                case "tail" -> tail(arguments);
                case "detach" -> detach(progress);
                default ->
                    Answer.failed(
                            ExitCode.USAGE, "unknown command \"" + request.command() + "\"; allowed are " + ALLOWED);
            };
        } catch (RejectedExecutionException e) {
            return Answer.failed(ExitCode.NO_AGENT, "the agent is leaving this JVM");
        } catch (TimeoutException e) {
            return Answer.failed(ExitCode.FAILED, e.getMessage());
        }
    }

    private Answer dryRun(List<String> arguments, Progress progress) {
        return arguments.size() > 1
                ? patterns.forecast(arguments.get(0), arguments.get(1), progress)
                : patterns.dryRun(arguments.isEmpty() ? "" : arguments.get(0), progress);
    }

    private Answer recording(Path file) {
        return control.recording().dump(file).attach(file);
    }

    /** Its end may have a recording, if that is wanted. */
    private Answer tail(List<String> arguments) throws ExecutionException {
        boolean isWithRecording = arguments.size() > 2
                && arguments.get(0).equals("end")
                && !arguments.get(2).isEmpty();
        if (!isWithRecording) {
            return tail.answer(arguments);
        }
        Path file = newFile();
        return tail.answer(List.of("end", arguments.get(1), file.toString())).attach(file);
    }

    private Path newFile() {
        try {
            return channel.newFile();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void stayFor(long millis) {
        tail.stay(millis);
    }

    private Answer snapshot(List<String> arguments, long cameNanos) throws ExecutionException {
        return control.call(() -> control.outputs().snapshots().answer(arguments, cameNanos, control.costs()::recent));
    }

    /** The agent has just been attached: what is loaded is woven. */
    Answer arrive(boolean isVisit, Progress progress) throws ExecutionException {
        if (isVisit) {
            return selection.call(this::visit);
        }
        weaving.compiledCode().refuse(settings.isDeoptimisationRefused());
        Remarks remarks = selection.call(() -> new Remarks(weaving));
        Weaving.Change change = selection.call(() -> weaving.select(settings::selection, progress));
        List<MethodExplanation> woven = selection.call(weaving::woven);
        String said = "attached: version " + Version.text()
                + (woven.isEmpty() && change.failed() == 0
                        ? ""
                        : ", " + Explanations.count(woven) + " woven in " + millis(change))
                + failed(change);
        Log.say(said);
        return described(new Answer().say(said), remarks, ScrapePortWait.first(settings, control), progress);
    }

    private Answer visit() {
        weaving.follow(settings.selection());
        String said = "attached for a question: version " + Version.text();
        Log.say(said);
        return new Answer().say(said);
    }

    /** With what a user wants to know of an agent that has come, or has other options. */
    private Answer described(Answer answer, Remarks remarks, ScrapePortWait portWait, Progress progress)
            throws ExecutionException {
        selection.call(() -> remarks.unmatched(
                remarks.running(answer), settings.options().selection().probes(), progress));
        UnknownNames.remark(answer, settings.options(), modes::names);
        return status.refused(status.options(Status.backends(patterns.warned(answer), portWait.awaited()), settings));
    }

    private Answer update(String argument, Progress progress) throws ExecutionException {
        Selection before = settings.selection();
        ScrapePortWait portWait = ScrapePortWait.before(settings, control);
        List<String> changes;
        try {
            changes = settings.change(argument, "agent argument");
        } catch (BadOptionException e) {
            Log.sayAll(e.messages());
            return refusal(e, "nothing was changed");
        }
        boolean isAllowedNow = weaving.compiledCode().refuse(settings.isDeoptimisationRefused());
        control.call(this::follow);
        Remarks remarks = selection.call(() -> new Remarks(weaving));
        Answer answer = new Answer()
                .say("already attached: version " + Version.text() + ", "
                        + (changes.isEmpty() ? "no option" : String.valueOf(changes.size())) + " changed");
        changes.forEach(answer::say);
        if (changes.isEmpty() || isAllowedNow || !before.equals(settings.selection())) {
            Weaving.Change change = selection.call(() -> weaving.select(settings::selection, progress));
            answer.say(Plural.of(change.classes(), "class", "classes") + " woven or restored in " + millis(change)
                    + failed(change));
        }
        return described(answer, remarks, portWait, progress);
    }

    static Answer refusal(BadOptionException problems, String consequence) {
        Answer answer = Answer.failed(ExitCode.FAILED, problems.messages().get(0));
        problems.messages().stream().skip(1).forEach(answer::say);
        return answer.say(consequence);
    }

    private Answer follow() {
        control.follow();
        return new Answer();
    }

    private static String millis(Weaving.Change change) {
        return change.nanos() / 1_000_000 + " ms";
    }

    private static String failed(Weaving.Change change) {
        return change.failed() == 0 ? "" : ", " + change.failed() + " could not be";
    }

    /** With facts about the JVM where they are asked for: to look for them loads classes. */
    private Answer status(String more) {
        Answer answer = status.answer(settings, control, tail.state());
        return more.equals(JvmTables.FACTS) ? JvmTables.to(answer) : answer;
    }

    /** When the options file was edited, on the control thread. */
    void readFile() {
        Selection before = settings.selection();
        try {
            settings.change("", "");
        } catch (BadOptionException e) {
            Log.sayAll(e.messages());
            Log.say("all options stay as they were");
            return;
        }
        boolean isAllowedNow = weaving.compiledCode().refuse(settings.isDeoptimisationRefused());
        control.follow();
        if (isAllowedNow || !before.equals(settings.selection())) {
            selectSoon();
        }
    }

    /** Without waiting for it. */
    void selectSoon() {
        selection.execute(() -> weaving.select(settings::selection, progress -> {}));
    }

    private Answer probes(String more) throws ExecutionException {
        Answer answer = control.call(() ->
                ProbesTable.of(linker.linked(), new IntervalReader().total(), control.costs(), status::leavesOutWait));
        return remarked(more.equals("methods") ? Explanations.woven(answer, selection.call(weaving::woven)) : answer);
    }

    private Answer remarked(Answer answer) {
        return NothingProbed.remark(
                answer, linker.linked().isEmpty() && weaving.woven().isEmpty());
    }

    private Answer hung(Answer answer) {
        if (answer.exitCode() == ExitCode.OK) {
            control.outputs().conditions().notReturned().forEach(answer::say);
        }
        return answer;
    }

    private Answer stalls(String most) {
        JitterSampling jitter = control.outputs().jitter();
        if (jitter.stalls() == null) {
            return Answer.failed(ExitCode.FAILED, "stalls are not looked for: " + jitter.stallSources());
        }
        return StallsTable.single(jitter.stalls().last(Count.ofRows(most))).say("told by: " + jitter.stallSources());
    }

    private Answer slow(List<String> arguments) {
        SlowCalls slow = control.outputs().slow();
        if (!slow.isOn()) {
            return Answer.failed(ExitCode.FAILED, "slow calls are not kept: slow=off");
        }
        long lastNanos = Count.of("time in ns", argument(arguments, 2, String.valueOf(Long.MAX_VALUE)));
        long nowNanos = System.nanoTime();
        List<SlowCall> worst = slow.worst().stream()
                .filter(call -> nowNanos - call.startNanos() - call.nanos() <= lastNanos)
                .toList();
        SlowCallCauses causes = control.outputs().causes();
        causes.explainSettled();
        Answer answer = SlowTable.of(
                        worst,
                        Count.ofRows(argument(arguments, 0, "20")),
                        Count.ofRows(argument(arguments, 1, "1")),
                        slow.probes(),
                        causes,
                        new IntervalReader().total())
                .say(slow.stackRemark());
        long failures = TraceIds.failures();
        return failures == 0
                ? answer
                : answer.say("trace ids: " + Plural.of(failures, "look-up", "look-ups")
                        + " given up, since the application's library threw");
    }

    private Answer inFlight(List<String> arguments) {
        return CallsInFlight.answer(
                weaving.woven(),
                linker::clock,
                Count.of("time in ns", argument(arguments, 0, "10000000")),
                Count.ofRows(argument(arguments, 1, "20")),
                Count.ofRows(argument(arguments, 2, "1")));
    }

    private static String argument(List<String> arguments, int index, String otherwise) {
        return index < arguments.size() ? arguments.get(index) : otherwise;
    }

    private Answer detach(Progress progress) throws TimeoutException {
        Weaving.Change change = leaving.leave(progress, tail::leave);
        if (change == null) {
            return Answer.failed(ExitCode.NO_AGENT, "the agent is leaving this JVM");
        }
        String said = "detached: " + Plural.of(change.classes(), "class", "classes") + " restored" + failed(change)
                + (change.failed() > 0 && weaving.compiledCode().isKept()
                        ? " since " + CompiledCode.KEPT + ": woven, with call sites that do nothing"
                        : "");
        Log.say(said);
        return new Answer().say(said);
    }
}
