package org.latencyprobes.agent.serve.command;

import java.util.HashSet;
import java.util.Set;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.cost.NestingSums;
import org.latencyprobes.agent.cost.NestingText;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.figures.NestingRow;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.agent.select.MatchedMethods;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.histogram.IntervalReader;

/** The command {@code explain}: what the agent decides on methods, and why. */
final class ExplainCommand extends Command<Request.Explain> {

    ExplainCommand(AgentParts agent) {
        super(agent, Request.Explain.class, Place.SELECTION);
    }

    @Override
    Answer answer(Request.Explain asked, Progress progress) {
        return new Patterns(agent).answered(asked.pattern(), read -> {
            MatchedMethods methods = agent.weaving().explain(read.pattern());
            return methods.isEmpty()
                    ? Answer.failed(ExitCode.FAILED, agent.weaving().nearMiss(read.pattern()))
                    : Explanations.table(nestedInThemselves(methods), MethodRow.EXPLAINED, methods, false);
        });
    }

    /** Says which of these methods' probes were seen inside themselves, since the start. */
    private static Answer nestedInThemselves(MatchedMethods methods) {
        Answer answer = new Answer();
        Set<String> names = new HashSet<>();
        methods.shown().forEach(method -> names.add(Explanations.probeName(method)));
        for (NestingRow row : NestingSums.of(new IntervalReader().total()).rows(0, 0)) {
            if (names.contains(row.probe()) && row.withItself() > 0) {
                answer.say(NestingText.nestedInItself(row));
            }
        }
        return answer;
    }
}
