package org.latencyprobes.agent.serve.command;

import java.util.concurrent.TimeoutException;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.agent.serve.why.WhyRequests;
import org.latencyprobes.agent.weave.Weaving;

/** The command {@code detach}: takes everything back. */
final class DetachCommand extends Command<Request.Detach> {

    private final WhyRequests why;

    DetachCommand(AgentParts agent, WhyRequests why) {
        super(agent, Request.Detach.class, Place.ASKING);
        this.why = why;
    }

    @Override
    Answer answer(Request.Detach asked, Progress progress) throws TimeoutException {
        Weaving.Change change = agent.leaving().leave(progress, why::leave);
        if (change == null) {
            return Answer.failed(ExitCode.NO_AGENT, "the agent is leaving this JVM");
        }
        boolean isKept = change.failed() > 0 && agent.compiledCode().isKept();
        String said = "detached: " + Plural.of(change.classes(), "class", "classes") + " restored"
                + (isKept
                        ? ", " + change.failed() + " left woven, with call sites that do nothing, since "
                                + agent.compiledCode().kept()
                        : AttachCommand.failed(change));
        Log.say(said);
        return new Answer().say(said);
    }
}
