package org.latencyprobes.agent.serve.command;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.figures.ProbesTable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.agent.select.MethodExplanation;
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
                        wovenNames()::contains,
                        new IntervalReader().total(),
                        agent.control().costs(),
                        agent.weaveLog()::leavesOutWait));
        if (asked.methods()) {
            Explanations.table(answer, MethodRow.TABLE, agent.selection().call(agent.weaving()::woven));
        }
        return remarked(answer);
    }

    /** A name may have braces itself, such as that of a path: each may begin the tags. */
    private Set<String> wovenNames() {
        Set<String> names = new HashSet<>();
        for (MethodExplanation method : agent.weaving().woven()) {
            String probe = method.probe();
            names.add(probe);
            for (int at = probe.indexOf('{'); at >= 0; at = probe.indexOf('{', at + 1)) {
                names.add(probe.substring(0, at));
            }
        }
        return names;
    }
}
