package org.latencyprobes.agent.serve.command;

import java.util.List;
import java.util.concurrent.ExecutionException;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.option.BadOptionException;
import org.latencyprobes.agent.option.Settings;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.select.MethodExplanation;
import org.latencyprobes.agent.select.Selection;
import org.latencyprobes.agent.serve.ControlThread;
import org.latencyprobes.agent.serve.SelectionThreads;
import org.latencyprobes.agent.weave.Weaving;

/** The command {@code attach}, of an agent that has just come or is there, and the same for a change of the options file. Thread-safe. */
public final class AttachCommand {

    private final Settings settings;
    private final ControlThread control;
    private final SelectionThreads selection;
    private final Weaving weaving;
    private final Status status;
    private final PatternCommands patterns;
    private final ModeCommand modes;

    AttachCommand(
            Settings settings,
            ControlThread control,
            SelectionThreads selection,
            Weaving weaving,
            Status status,
            PatternCommands patterns,
            ModeCommand modes) {
        this.settings = settings;
        this.control = control;
        this.selection = selection;
        this.weaving = weaving;
        this.status = status;
        this.patterns = patterns;
        this.modes = modes;
    }

    /** The agent has just been attached: what is loaded is woven. */
    Answer arrive(boolean isVisit, Progress progress) throws ExecutionException {
        if (isVisit) {
            return selection.call(this::visit);
        }
        weaving.compiledCode().follow(settings.deoptimise());
        Remarks remarks = selection.call(() -> new Remarks(weaving));
        Weaving.Change change = selection.call(() -> weaving.select(settings::selection, progress));
        List<MethodExplanation> woven = selection.call(weaving::woven);
        String said = "attached: version " + Version.text()
                + (woven.isEmpty() && change.failed() == 0
                        ? ""
                        : ", " + Explanations.count(woven) + " woven in " + millis(change))
                + failed(change);
        Log.say(said);
        return described(
                asking(new Answer().say(said), change), remarks, ScrapePortWait.first(settings, control), progress);
    }

    private Answer visit() {
        weaving.compiledCode().follow(settings.deoptimise());
        weaving.follow(settings.selection());
        String said = "attached for a question: version " + Version.text();
        Log.say(said);
        return new Answer().say(said);
    }

    /** Where classes were left as they are, since nobody was asked. */
    private Answer asking(Answer answer, Weaving.Change change) {
        return change.failed() == 0
                ? answer
                : PatternCommands.asking(answer, weaving.compiledCode().question());
    }

    /** With what a user wants to know of an agent that has come, or has other options. */
    private Answer described(Answer answer, Remarks remarks, ScrapePortWait portWait, Progress progress)
            throws ExecutionException {
        selection.call(() -> remarks.unmatched(
                remarks.running(answer), settings.options().selection().probes(), progress));
        UnknownNames.remark(answer, settings.options(), modes::names);
        boolean isAskedBefore = weaving.compiledCode().question() != null
                && !weaving.compiledCode().hasLeftAny(); // then there is nothing to warn of
        Answer warned = isAskedBefore ? answer : patterns.warned(answer);
        return status.refused(status.options(Status.backends(warned, portWait.awaited()), settings));
    }

    /** Changes the options of an agent that is there. */
    Answer update(Request.Attach request, Progress progress) throws ExecutionException {
        if (request.leaseMillis() > 0) { // for one that starts, and would leave again
            return Answer.failed(ExitCode.FAILED, "another command has just attached the agent: try again");
        }
        Selection before = settings.selection();
        ScrapePortWait portWait = ScrapePortWait.before(settings, control);
        List<String> changes;
        try {
            changes = settings.change(request.options(), "agent argument");
        } catch (BadOptionException e) {
            Log.sayAll(e.messages());
            return refusal(e, "nothing was changed");
        }
        boolean isAllowedNow = weaving.compiledCode().follow(settings.deoptimise());
        control.call(this::follow);
        Remarks remarks = selection.call(() -> new Remarks(weaving));
        Answer answer = new Answer()
                .say(
                        changes.isEmpty()
                                ? "already attached: version " + Version.text() + ", no option changed"
                                : Plural.of(changes.size(), "option", "options") + " changed");
        changes.forEach(answer::say);
        if (changes.isEmpty() || isAllowedNow || !before.equals(settings.selection())) {
            Weaving.Change change = selection.call(() -> weaving.select(settings::selection, progress));
            answer.say("instrumented or restored " + Plural.of(change.classes(), "class", "classes") + " ("
                    + millis(change) + ')' + failed(change));
            asking(answer, change);
        }
        return described(answer, remarks, portWait, progress);
    }

    public static Answer refusal(BadOptionException problems, String consequence) {
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

    static String failed(Weaving.Change change) {
        return change.failed() == 0 ? "" : ", " + change.failed() + " could not be";
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
        boolean isAllowedNow = weaving.compiledCode().follow(settings.deoptimise());
        control.follow();
        if (isAllowedNow || !before.equals(settings.selection())) {
            selectSoon();
        }
    }

    /** Without waiting for it. */
    void selectSoon() {
        selection.execute(() -> weaving.select(settings::selection, progress -> {}));
    }
}
