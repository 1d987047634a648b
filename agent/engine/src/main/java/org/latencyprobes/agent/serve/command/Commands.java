package org.latencyprobes.agent.serve.command;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import org.latencyprobes.agent.base.Progress;
import org.latencyprobes.agent.figures.Bookmarks;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.serve.AgentParts;
import org.latencyprobes.agent.serve.why.WhyRequests;

/** The commands of an agent that is at work. Thread-safe. */
public final class Commands {

    private final WhyRequests why;
    private final AttachCommand attach;
    private final List<Command<?>> all;

    public Commands(AgentParts agent, WhyRequests why) {
        this.why = why;
        StatusCommand status = new StatusCommand(agent, why);
        attach = new AttachCommand(agent, status);
        Bookmarks bookmarks = new Bookmarks(agent.outputs()::explained, agent.outputs()::conditions);
        all = List.of(
                attach,
                new HelloCommand(agent),
                status,
                new ProbesCommand(agent),
                new ProbeCommand(agent),
                new UnprobeCommand(agent),
                new ModeCommand(agent),
                new ReportCommand(agent, bookmarks),
                new SnapshotCommand(agent),
                new StallsCommand(agent),
                new SlowCommand(agent),
                new InFlightCommand(agent),
                new MarkCommand(agent, bookmarks),
                new ExplainCommand(agent),
                new DryRunCommand(agent),
                new RecordingCommand(agent),
                new DetachCommand(agent, why));
    }

    /** What concerns {@code why} on this thread, the rest where its command is to be answered. */
    public Answer answer(Request request, Progress progress) throws ExecutionException {
        try {
            if (request instanceof Request.WhyBegin asked) {
                return why.begin(asked);
            }
            if (request instanceof Request.WhyRenew asked) {
                return why.renew(asked);
            }
            if (request instanceof Request.WhyEnd asked) {
                return why.end(asked);
            }
            for (Command<?> command : all) {
                if (command.request == request.getClass()) {
                    return command.ask(request, progress);
                }
            }
            throw new IllegalArgumentException(request.command());
        } catch (RejectedExecutionException e) {
            return Answer.failed(ExitCode.NO_AGENT, "the agent is leaving this JVM");
        } catch (TimeoutException e) {
            return Answer.failed(ExitCode.FAILED, e.getMessage());
        } catch (ExecutionException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new ExecutionException(e);
        }
    }

    /** The agent has just been attached: what is loaded is woven. */
    public Answer arrive(boolean isVisit, Progress progress) throws ExecutionException {
        return attach.arrive(isVisit, progress);
    }

    /** When the options file was edited, on the control thread. */
    public void readFile() {
        attach.readFile();
    }

    public void stayFor(long millis) {
        why.stay(millis);
    }
}
