package org.latencyprobes.agent.serve.command;

import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.agent.select.MatchedMethods;
import org.latencyprobes.agent.select.PrintedPattern;
import org.latencyprobes.agent.serve.AgentParts;

/** The command {@code dry-run}: what a pattern would probe. Where that is asked for, its calls are counted for a while, and all is taken back. */
final class DryRunCommand extends Command<Request.DryRun> {

    private final Patterns patterns;

    DryRunCommand(AgentParts agent) {
        super(agent, Request.DryRun.class, Place.SELECTION);
        patterns = new Patterns(agent);
    }

    @Override
    Answer answer(Request.DryRun asked, Progress progress) {
        return patterns.answered(asked.pattern(), read -> {
            MatchedMethods found = patterns.dryRun(read.pattern(), null, progress);
            return asked.forecastMillis() == null
                    ? matches(read, found, asked.summary())
                    : forecast(read, found, asked, progress);
        });
    }

    private Answer matches(PrintedPattern read, MatchedMethods found, boolean summary) {
        if (found == null) {
            return Patterns.givenUp();
        }
        String nothing = patterns.nothing(read.pattern(), found);
        Answer answer = nothing == null
                ? warned(new Answer().say(patterns.found(found)))
                : Answer.failed(ExitCode.FAILED, nothing);
        return Explanations.table(answer, MethodRow.TABLE, found, summary);
    }

    private Answer forecast(PrintedPattern read, MatchedMethods found, Request.DryRun asked, Progress progress) {
        Answer refused = patterns.refusal(read, found, false, asked.summary());
        if (refused != null) {
            return refused;
        }
        Answer question = question();
        if (question != null) {
            return question;
        }
        Answer answer = new Forecast(agent).of(read.pattern(), found, asked.forecastMillis(), progress);
        return answer == null ? Patterns.givenUp() : warned(answer);
    }
}
