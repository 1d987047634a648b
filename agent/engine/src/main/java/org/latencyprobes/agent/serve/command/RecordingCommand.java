package org.latencyprobes.agent.serve.command;

import java.nio.file.Path;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.serve.AgentParts;

/** The command {@code recording}: what Flight Recorder has of the last time. */
final class RecordingCommand extends Command<Request.Recording> {

    RecordingCommand(AgentParts agent) {
        super(agent, Request.Recording.class, Place.ASKING);
    }

    @Override
    Answer answer(Request.Recording asked, Progress progress) throws Exception {
        agent.control().call(() -> {
            agent.outputs().explained(); // so that calls of the last seconds are in it
            return new Answer();
        });
        Path file = agent.channel().newFile();
        return agent.control().recording().dump(file).attach(file);
    }
}
