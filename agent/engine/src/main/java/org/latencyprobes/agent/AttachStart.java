package org.latencyprobes.agent;

import java.util.List;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.AttachArgument;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.agent.control.Reply;
import org.latencyprobes.agent.control.Request;
import org.latencyprobes.agent.option.BadOptionException;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.option.Sources;

/** The start of the agent in a JVM that has been running without. */
final class AttachStart {

    private AttachStart() {}

    /** Returns whether the agent is there now. */
    static boolean of(String text, Object[] launch) {
        AttachArgument attached = AttachArgument.parse(text);
        Reply reply = new Reply(attached.replyFile());
        Request request = attached.request();
        if (!request.command().equals("attach")) {
            reply.end(Answer.failed(ExitCode.NO_AGENT, "no agent in this JVM; start it with: attach <pid>"));
            return false;
        }
        try {
            String argument =
                    request.arguments().isEmpty() ? "" : request.arguments().get(0);
            Sources sources = Sources.of(argument);
            Session session = Session.open(sources, Options.of(sources), launch);
            if (session == null) {
                reply.end(Answer.failed(ExitCode.FAILED, "another agent was faster; try again"));
                return false;
            }
            boolean isThere = settle(session, reply);
            if (isThere && request.arguments().size() > 1) {
                session.apply(
                        new Request("tail", List.of("lease", request.arguments().get(1))).text());
            }
            return isThere;
        } catch (BadOptionException e) {
            Log.sayAll(e.messages());
            reply.end(RequestHandler.refusal(e, "the agent was not started"));
        } catch (Exception | LinkageError e) {
            Log.say(Log.failureToStart(e));
            reply.end(Answer.failed(ExitCode.FAILED, Log.failureToStart(e)));
        }
        return false;
    }

    /** Whole or not at all: where classes cannot be woven, the agent leaves again. */
    private static boolean settle(Session session, Reply reply) throws Exception {
        try {
            reply.end(session.arrive(reply));
            return true;
        } catch (Exception | LinkageError e) {
            session.leave(reply, () -> {});
            throw e;
        }
    }
}
