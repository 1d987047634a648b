package org.latencyprobes.agent.serve.command;

import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.figures.StallsTable;
import org.latencyprobes.agent.output.JitterSampling;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.serve.AgentParts;

/** The command {@code stalls}: the last times in which the JVM stood still. */
final class StallsCommand extends Command<Request.Stalls> {

    StallsCommand(AgentParts agent) {
        super(agent, Request.Stalls.class, Place.CONTROL);
    }

    @Override
    Answer answer(Request.Stalls asked, Progress progress) {
        JitterSampling jitter = agent.outputs().jitter();
        if (jitter.stalls() == null) {
            return Answer.failed(ExitCode.FAILED, "stalls are not looked for: " + jitter.stallSources());
        }
        return StallsTable.single(jitter.stalls().last(asked.most())).say("told by: " + jitter.stallSources());
    }
}
