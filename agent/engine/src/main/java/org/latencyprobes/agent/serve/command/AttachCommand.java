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
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.agent.weave.CompiledCode;
import org.latencyprobes.agent.weave.Weaving;

/** The command {@code attach}, of an agent that has just come or is there, and the same for a change of the options file. Thread-safe. */
public final class AttachCommand extends Command<Request.Attach> {

    /** Where options are from that a running agent is given: by {@code set}, or by consent. */
    private static final String COMMAND = "command";

    private final StatusCommand status;

    AttachCommand(AgentParts agent, StatusCommand status) {
        super(agent, Request.Attach.class, Place.ASKING);
        this.status = status;
    }

    /** The agent has just been attached: what is loaded is woven. */
    Answer arrive(boolean isVisit, Progress progress) throws ExecutionException {
        if (isVisit) {
            return agent.selection().call(this::visit);
        }
        SelectionRemarks remarks = agent.selection().call(() -> new SelectionRemarks(agent));
        Weaving.Change change =
                agent.selection().call(() -> agent.weaving().select(agent.settings()::selection, progress));
        List<MethodExplanation> woven = agent.selection().call(agent.weaving()::woven);
        String said = "attached: version " + Version.text()
                + (woven.isEmpty() && change.failed() == 0
                        ? ""
                        : ", " + Explanations.count(woven) + " woven in " + millis(change))
                + failed(change);
        Log.say(said);
        return described(new Answer().say(said), remarks, ScrapePortWait.first(agent), progress);
    }

    private Answer visit() {
        agent.weaving().follow(agent.settings().selection());
        String said = "attached for a question: version " + Version.text();
        Log.say(said);
        return new Answer().say(said);
    }

    /**
     * What has to be asked before an agent that has just been loaded comes.
     *
     * @param weaving of an agent that has begun nothing yet
     * @param wanted what it is to select
     * @param deoptimise the value of the option of that name
     * @param progress is told how far it is
     * @return a refusal, or null where nobody has to be asked
     */
    public static Answer question(Weaving weaving, Selection wanted, String deoptimise, Progress progress) {
        String question = weaving.compiledCode().question(deoptimise);
        return question != null && weaving.leavesLoaded(wanted, deoptimise, progress)
                ? asking(question).say("the agent was not started")
                : null;
    }

    /** With what a user wants to know of an agent that has come, or has other options. */
    private Answer described(Answer answer, SelectionRemarks remarks, ScrapePortWait portWait, Progress progress)
            throws ExecutionException {
        agent.selection()
                .call(() -> remarks.unmatched(
                        remarks.running(answer),
                        agent.settings().options().selection().probes(),
                        progress));
        SelectionRemarks.unknown(answer, agent.settings().options(), agent);
        CompiledCode code = agent.compiledCode();
        boolean isAskedBefore = code.question() != null && !code.hasLeftAny(); // then there is nothing to warn of
        Answer warned = isAskedBefore ? answer : warned(answer);
        return status.refused(status.options(StatusCommand.backends(warned, portWait.awaited())));
    }

    /** Changes the options of an agent that is there. */
    @Override
    Answer answer(Request.Attach request, Progress progress) throws ExecutionException {
        if (request.leaseMillis() > 0) { // for one that starts, and would leave again
            return Answer.failed(ExitCode.FAILED, "another command has just attached the agent: try again");
        }
        Selection before = agent.settings().selection();
        ScrapePortWait portWait = ScrapePortWait.before(agent);
        List<String> changes;
        try {
            Answer question = question(request, progress);
            if (question != null) {
                return question;
            }
            changes = agent.settings().change(request.options(), COMMAND);
        } catch (BadOptionException e) {
            Log.sayAll(e.messages());
            return refusal(e, "nothing was changed");
        }
        boolean isAllowedNow = agent.compiledCode().follow(agent.settings().deoptimise());
        agent.control().call(this::follow);
        SelectionRemarks remarks = agent.selection().call(() -> new SelectionRemarks(agent));
        Answer answer = new Answer()
                .say(
                        changes.isEmpty()
                                ? "already attached: version " + Version.text() + ", no option changed"
                                : Plural.of(changes.size(), "option", "options") + " changed");
        changes.forEach(answer::say);
        if (changes.isEmpty() || isAllowedNow || !before.equals(agent.settings().selection())) {
            Weaving.Change change =
                    agent.selection().call(() -> agent.weaving().select(agent.settings()::selection, progress));
            answer.say("instrumented or restored " + Plural.of(change.classes(), "class", "classes") + " ("
                    + millis(change) + ')' + failed(change));
        }
        return described(answer, remarks, portWait, progress);
    }

    /** What has to be asked before options are changed; null for nothing. */
    private Answer question(Request.Attach request, Progress progress) throws BadOptionException, ExecutionException {
        Settings next = agent.settings().with(request.options(), COMMAND);
        String question = agent.compiledCode().question(next.deoptimise());
        boolean isWeaving = request.options().isEmpty()
                || !next.selection().equals(agent.settings().selection());
        return question != null
                        && isWeaving
                        && agent.selection()
                                .call(() -> agent.weaving().leavesLoaded(next.selection(), next.deoptimise(), progress))
                ? asking(question).say("nothing was changed")
                : null;
    }

    public static Answer refusal(BadOptionException problems, String consequence) {
        Answer answer = Answer.failed(ExitCode.FAILED, problems.messages().get(0));
        problems.messages().stream().skip(1).forEach(answer::say);
        return answer.say(consequence);
    }

    private Answer follow() {
        agent.control().follow();
        return new Answer();
    }

    static String millis(Weaving.Change change) {
        return change.nanos() / 1_000_000 + " ms";
    }

    static String failed(Weaving.Change change) {
        return change.failed() == 0 ? "" : ", " + change.failed() + " could not be";
    }

    /** When the options file was edited, on the control thread. */
    void readFile() {
        Selection before = agent.settings().selection();
        try {
            agent.settings().change("", "");
        } catch (BadOptionException e) {
            Log.sayAll(e.messages());
            Log.say("all options stay as they were");
            return;
        }
        boolean isAllowedNow = agent.compiledCode().follow(agent.settings().deoptimise());
        agent.control().follow();
        if (isAllowedNow || !before.equals(agent.settings().selection())) {
            agent.selection().execute(() -> agent.weaving().select(agent.settings()::selection, progress -> {}));
        }
    }
}
