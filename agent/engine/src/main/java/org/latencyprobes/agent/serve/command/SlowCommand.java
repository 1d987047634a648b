package org.latencyprobes.agent.serve.command;

import java.util.List;
import org.latencyprobes.agent.base.Plural;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.cause.SlowCallCauses;
import org.latencyprobes.agent.figures.SlowTable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.agent.slow.SlowCall;
import org.latencyprobes.agent.slow.SlowCalls;
import org.latencyprobes.internal.counts.TraceIds;

/** The command {@code slow}: the slowest calls that were kept, with their causes. */
final class SlowCommand extends Command<Request.Slow> {

    SlowCommand(AgentParts agent) {
        super(agent, Request.Slow.class, Place.CONTROL);
    }

    @Override
    Answer answer(Request.Slow asked, Progress progress) {
        SlowCalls slow = agent.outputs().slow();
        if (!slow.isOn()) {
            return Answer.failed(ExitCode.FAILED, "slow calls are not kept: slow=off");
        }
        slow.endPeriods();
        long nowNanos = System.nanoTime();
        List<SlowCall> longest = slow.longest().stream()
                .filter(call -> nowNanos - call.startNanos() - call.nanos() <= asked.lastNanos())
                .toList();
        SlowCallCauses causes = agent.outputs().causes();
        causes.explainSettled();
        Answer answer = SlowTable.of(longest, asked.most(), asked.stacks(), slow.thresholds(), causes)
                .say(slow.stackRemark());
        long failures = TraceIds.failures();
        if (failures > 0) {
            answer.say("trace ids: " + Plural.of(failures, "look-up", "look-ups")
                    + " given up, since the application's library threw");
        }
        return stuck(sampled(answer));
    }
}
