package org.latencyprobes.agent.serve.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.ExecutionException;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.agent.serve.why.WhyRequests;

/** The three commands with which the command line's {@code why} observes slow calls. */
final class WhyCommands {

    private WhyCommands() {}

    /** The command {@code why-begin}. */
    static final class Begin extends Command<Request.WhyBegin> {

        private final WhyRequests why;

        Begin(AgentParts agent, WhyRequests why) {
            super(agent, Request.WhyBegin.class, Place.ASKING);
            this.why = why;
        }

        @Override
        Answer answer(Request.WhyBegin asked, Progress progress) throws ExecutionException {
            return why.begin(asked);
        }
    }

    /** The command {@code why-renew}. */
    static final class Renew extends Command<Request.WhyRenew> {

        private final WhyRequests why;

        Renew(AgentParts agent, WhyRequests why) {
            super(agent, Request.WhyRenew.class, Place.ASKING);
            this.why = why;
        }

        @Override
        Answer answer(Request.WhyRenew asked, Progress progress) {
            return why.renew(asked);
        }
    }

    /** The command {@code why-end}. */
    static final class End extends Command<Request.WhyEnd> {

        private final WhyRequests why;

        End(AgentParts agent, WhyRequests why) {
            super(agent, Request.WhyEnd.class, Place.ASKING);
            this.why = why;
        }

        @Override
        Answer answer(Request.WhyEnd asked, Progress progress) throws ExecutionException, IOException {
            if (!asked.recording()) {
                return why.end(asked.id(), "");
            }
            Path file = agent.channel().newFile();
            return why.end(asked.id(), file.toString()).attach(file);
        }
    }
}
