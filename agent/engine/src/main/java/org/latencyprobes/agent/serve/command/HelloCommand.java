package org.latencyprobes.agent.serve.command;

import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.state.HelloFacts;
import org.latencyprobes.agent.serve.AgentParts;

/** The command {@code hello}: who answers. These facts stay as they are in all versions. */
final class HelloCommand extends Command<Request.Hello> {

    HelloCommand(AgentParts agent) {
        super(agent, Request.Hello.class, Place.ASKING);
    }

    @Override
    Answer answer(Request.Hello asked, Progress progress) {
        return new Answer()
                .add(
                        HelloFacts.NAME,
                        new HelloFacts(Version.text(), ProcessHandle.current().pid()));
    }
}
