package org.latencyprobes.agent.serve.command;

import java.util.TreeSet;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Mode;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.option.BadOptionException;
import org.latencyprobes.agent.pattern.FullName;
import org.latencyprobes.agent.pattern.UnknownName;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.serve.AgentParts;

/** The command {@code mode}: whether probes time all calls, some or none. */
final class ModeCommand extends Command<Request.Mode> {

    ModeCommand(AgentParts agent) {
        super(agent, Request.Mode.class, Place.CONTROL);
    }

    @Override
    Answer answer(Request.Mode asked, Progress progress) throws BadOptionException {
        Mode wanted = Mode.named(asked.mode());
        String probe = asked.probe();
        if (wanted == null) {
            return Answer.failed(
                    ExitCode.USAGE, "mode \"" + asked.mode() + "\" is not allowed; it takes " + Mode.ALLOWED);
        }
        if (probe.equals(Request.Mode.ALL)) {
            return modeOfAll(wanted);
        }
        TreeSet<String> names = SelectionRemarks.names(agent);
        String meant = names.contains(probe) ? probe : FullName.probe(probe, names);
        if (meant == null) {
            return Answer.failed(ExitCode.FAILED, UnknownName.sentence(probe, names));
        }
        Answer answer = modeOf(meant, wanted);
        return meant.equals(probe) ? answer : answer.say(FullName.remark(probe, meant));
    }

    private Answer modeOf(String probe, Mode mode) {
        int switched = agent.linker().mode(probe, mode);
        agent.outputs().budget().pin(probe);
        Log.say("probe " + probe + ": " + mode);
        return new Answer()
                .say(
                        switched == 0
                                ? "probe " + probe + " has not been called yet and will be " + mode
                                : Plural.of(switched, "probe is ", "probes are ") + mode);
    }

    private Answer modeOfAll(Mode mode) throws BadOptionException {
        agent.settings().change("mode=" + mode, "command mode");
        agent.control().follow();
        agent.linker().mode(null, mode);
        agent.outputs().budget().restart();
        return new Answer().say(Plural.of(agent.linker().linked().size(), "probe is ", "probes are ") + mode);
    }
}
