package org.latencyprobes.agent;

import java.util.List;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.AttachArgument;
import org.latencyprobes.agent.control.AttachRequest;
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
        if (!AttachRequest.isOne(request)) {
            reply.end(Answer.failed(ExitCode.NO_AGENT, "no agent in this JVM; start it with: attach <pid>"));
            return false;
        }
        try {
            AttachRequest attach = AttachRequest.of(request);
            Sources sources = Sources.of(attach.options());
            Session session = Session.open(sources, Options.of(sources), launch);
            if (session == null) {
                reply.end(Answer.failed(ExitCode.FAILED, "another agent was faster; try again"));
                return false;
            }
            settle(session, attach, reply);
            return true;
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
    private static void settle(Session session, AttachRequest attach, Reply reply) throws Exception {
        try {
            Answer answer = session.arrive(attach.isVisit(), reply);
            if (attach.leaseMillis() > 0) {
                String millis = String.valueOf(attach.leaseMillis());
                session.answer(new Request("tail", List.of("lease", millis)), reply);
            }
            reply.end(answer);
        } catch (Exception | LinkageError e) {
            session.leave(reply, () -> {});
            throw e;
        }
    }
}
