package org.latencyprobes.agent.serve.command;

import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.agent.serve.why.WhyRequests;

/** The commands {@code why-begin}, {@code why-renew} and {@code why-end}, all three of which {@link WhyRequests} answers. */
final class WhyCommand<Q extends Request> extends Command<Q> {

    private final Work<Q> work;

    /** What answers one of them. */
    @FunctionalInterface
    interface Work<Q> {

        Answer answer(Q asked) throws Exception;
    }

    WhyCommand(AgentParts agent, Class<Q> request, Work<Q> work) {
        super(agent, request, Place.ASKING);
        this.work = work;
    }

    @Override
    Answer answer(Q asked, Progress progress) throws Exception {
        return work.answer(asked);
    }
}
