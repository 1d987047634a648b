package org.latencyprobes.agent.serve.command;

import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.inflight.CallsInFlight;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.serve.AgentParts;

/** The command {@code in-flight}: calls that have not returned. */
final class InFlightCommand extends Command<Request.InFlight> {

    InFlightCommand(AgentParts agent) {
        super(agent, Request.InFlight.class, Place.SELECTION);
    }

    @Override
    Answer answer(Request.InFlight asked, Progress progress) {
        return CallsInFlight.answer(
                agent.weaving().woven(), agent.linker()::clock, asked.fromNanos(), asked.most(), asked.stacks());
    }
}
