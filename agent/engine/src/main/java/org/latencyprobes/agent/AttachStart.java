package org.latencyprobes.agent;

import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Log;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.option.BadOptionException;
import org.latencyprobes.agent.option.Options;
import org.latencyprobes.agent.option.Sources;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.OpenArgument;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.serve.ControlChannel;
import org.latencyprobes.agent.serve.command.AttachCommand;
import org.latencyprobes.agent.serve.why.Lease;

/**
 * The agent in a JVM that has been running without, as long as nobody has said with which options it is to start. It only has a socket, and
 * leaves soon where nothing is said. The request to attach makes the {@link Session}, which answers from then on. Thread-safe.
 */
final class AttachStart implements ControlChannel.Agent, Function<String, String>, Supplier<ControlChannel> {

    /** After this time without the request the agent leaves: the command was killed. */
    private static final long LONGEST_WAIT_MILLIS = 60_000;

    private final Object[] launch;
    private final ControlChannel channel = new ControlChannel(this);
    private Lease wait; // null where the options came with the loading
    private String versionBefore;
    private boolean isOver;
    private volatile Session session;

    private AttachStart(Object[] launch) {
        this.launch = launch;
    }

    /** Returns whether the agent is there now. The text is what {@link ControlChannel#apply} reads. */
    static boolean of(String text, Object[] launch) {
        AttachStart start = new AttachStart(launch);
        OpenArgument asked = OpenArgument.parse(text);
        if (asked != null) {
            return start.open(asked);
        }
        if (!text.startsWith(ControlChannel.OPTIONS)) {
            return false; // a request of an earlier version's command, to an agent that is not there
        }
        Answer answer = start.attach(
                new Request.Attach(text.substring(ControlChannel.OPTIONS.length())), ControlChannel.NOBODY);
        return answer.exitCode() == ExitCode.OK;
    }

    /** Whole or not at all. */
    private boolean open(OpenArgument asked) {
        boolean isOpen = false;
        try {
            Log.initialize();
            begin();
            isOpen = channel.open(asked);
            return isOpen;
        } catch (RuntimeException | LinkageError | OutOfMemoryError e) {
            Log.say(Log.failureToStart(e));
            asked.answer(OpenArgument.NONE + Log.failureToStart(e));
            return false;
        } finally {
            if (!isOpen) {
                leave();
            }
        }
    }

    private synchronized void begin() {
        wait = Lease.start(LONGEST_WAIT_MILLIS, this::giveUp);
        Dormant.leaveToLauncher(launch, this);
        versionBefore = System.setProperty(Session.VERSION, Version.text());
    }

    private void giveUp() {
        leave();
        channel.ended();
    }

    /** Unless a session has come. */
    private void leave() {
        if (endWait()) {
            channel.close();
        }
    }

    /** Returns whether there was no end yet, and no session has come. */
    private synchronized boolean endWait() {
        boolean isFirst = !isOver;
        isOver = true;
        if (isFirst && wait != null) {
            wait.end();
            Dormant.leaveToLauncher(launch, null);
            if (session == null && versionBefore == null) {
                System.clearProperty(Session.VERSION);
            }
        }
        return isFirst && session == null;
    }

    @Override
    public ControlChannel get() {
        return channel;
    }

    @Override
    public String apply(String text) {
        return channel.apply(text);
    }

    @Override
    public boolean isGone() {
        Session present = session;
        return present == null ? isOver() : present.isGone();
    }

    private synchronized boolean isOver() {
        return isOver;
    }

    @Override
    public Answer answer(Request request, Progress progress) throws ExecutionException, ReflectiveOperationException {
        Session present = session;
        if (present != null) {
            return present.answer(request, progress);
        }
        return request instanceof Request.Attach attach && !isOver()
                ? attach(attach, progress)
                : Answer.failed(ExitCode.NO_AGENT, "no agent in this JVM; start it with: attach <pid>");
    }

    /** In the channel's turn. Where it fails the agent leaves. */
    private Answer attach(Request.Attach attach, Progress progress) {
        try {
            Sources sources = Sources.of(attach.options());
            Session fresh = Session.open(sources, Options.of(sources), launch, this);
            if (fresh == null) {
                leave();
                return Answer.failed(ExitCode.FAILED, "another agent was faster; try again");
            }
            session = fresh;
            endWait();
            return settled(fresh, attach, progress);
        } catch (BadOptionException e) {
            Log.sayAll(e.messages());
            leave();
            return AttachCommand.refusal(e, "the agent was not started");
        } catch (Exception | LinkageError e) {
            Log.say(Log.failureToStart(e));
            leave();
            return Answer.failed(ExitCode.FAILED, Log.failureToStart(e));
        }
    }

    /** Whole or not at all: where classes cannot be woven, or somebody has to be asked before, the agent leaves again. */
    private static Answer settled(Session session, Request.Attach attach, Progress progress) throws Exception {
        try {
            Answer answer = session.arrive(attach.visit(), progress);
            if (answer.exitCode() != ExitCode.OK) {
                session.leave(progress, () -> {});
            } else if (attach.leaseMillis() > 0) {
                session.stayFor(attach.leaseMillis());
            }
            return answer;
        } catch (Exception | LinkageError e) {
            session.leave(progress, () -> {});
            throw e;
        }
    }
}
