package org.latencyprobes.agent.serve.command;

import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.figures.Bookmarks;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.serve.AgentParts;

/** The command {@code mark}: sets a bookmark. */
final class MarkCommand extends Command<Request.Mark> {

    private final Bookmarks bookmarks;

    MarkCommand(AgentParts agent, Bookmarks bookmarks) {
        super(agent, Request.Mark.class, Place.CONTROL);
        this.bookmarks = bookmarks;
    }

    @Override
    Answer answer(Request.Mark asked, Progress progress) {
        return bookmarks.mark(asked.name());
    }
}
