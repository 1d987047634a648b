package org.latencyprobes.agent.serve.command;

import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.figures.Bookmarks;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.agent.serve.ControlThread;

/** The command {@code report}: what was recorded since a moment. */
final class ReportCommand extends Command<Request.Report> {

    private final Bookmarks bookmarks;

    ReportCommand(AgentParts agent, Bookmarks bookmarks) {
        super(agent, Request.Report.class, Place.CONTROL);
        this.bookmarks = bookmarks;
    }

    @Override
    Answer answer(Request.Report asked, Progress progress) {
        ControlThread control = agent.control();
        Answer answer = remarked(
                bookmarks.report(asked, control.costs(), agent.outputs().stalls()));
        return missing(stuck(asked.causes() ? sampled(answer) : answer));
    }
}
