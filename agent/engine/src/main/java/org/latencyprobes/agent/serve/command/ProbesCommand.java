package org.latencyprobes.agent.serve.command;

import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.figures.ProbesTable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.histogram.IntervalReader;

/** The command {@code probes}: all probes, and the methods that are woven. */
final class ProbesCommand extends Command<Request.Probes> {

    ProbesCommand(AgentParts agent) {
        super(agent, Request.Probes.class, Place.ASKING);
    }

    @Override
    Answer answer(Request.Probes asked, Progress progress) throws ExecutionException {
        Answer answer = agent.control()
                .call(() -> ProbesTable.of(
                        agent.linker().linked(),
                        agent.weaving().woven().stream()
                                .map(Explanations::probeName)
                                .collect(Collectors.toSet())::contains,
                        new IntervalReader().total(),
                        agent.control().costs(),
                        agent.weaveLog()::leavesOutWait));
        if (asked.methods()) {
            Explanations.table(answer, MethodRow.TABLE, agent.selection().call(agent.weaving()::woven));
        }
        return remarked(answer);
    }
}
