package org.latencyprobes.cli;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.agent.control.Request;
import org.latencyprobes.cli.jvm.AttachClient;
import org.latencyprobes.cli.jvm.UnreachableException;

/**
 * The stay of the command {@code tail} in a JVM. What it begins there is undone once: at its end, when it fails, or by a shutdown hook when the
 * command is interrupted. The agent undoes it where the command was killed. Thread-safe: the hook waits for a request that is under way.
 */
final class TailSession implements AutoCloseable {

    /** What a command may need besides the time it observes, before the agent takes it for lost. */
    private static final Duration GRACE = Duration.ofSeconds(60);

    private final AttachClient client;
    private final Duration lease;
    private final Thread hook = new Thread(this::undoQuietly);
    private boolean isAttached;
    private boolean isBegun;
    private final List<String> undone = new ArrayList<>();

    TailSession(AttachClient client, Duration observed) {
        this.client = client;
        lease = observed.plus(GRACE);
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Attaches where there is no agent, probes and records. */
    synchronized Answer begin(boolean deep, long slowNanos, List<String> patterns) throws UnreachableException {
        String version = client.agentVersion();
        if (version != null && !version.equals(Version.text())) {
            return Answer.failed(
                    ExitCode.FAILED, "version " + version + " of the agent is in this JVM: detach it before");
        }
        Answer attached = new Answer();
        if (version == null) {
            isAttached = true; // also where the command is interrupted before the answer
            attached = client.attachFor("", lease);
            if (attached.exitCode() != ExitCode.OK) {
                isAttached = false;
                return attached;
            }
        }
        List<String> arguments = new ArrayList<>(
                List.of("begin", String.valueOf(lease.toMillis()), deep ? "deep" : "plain", String.valueOf(slowNanos)));
        arguments.addAll(patterns);
        isBegun = true;
        Answer begun = client.ask(new Request("tail", arguments));
        isBegun = begun.exitCode() == ExitCode.OK;
        begun.sentences().addAll(0, attached.sentences());
        return begun;
    }

    /** All that the agent has found. The recording, if any, goes to a file. Then everything is undone. */
    synchronized Answer end(Path recording) throws UnreachableException {
        Answer answer = client.askForFile(new Request("tail", List.of("end")), recording);
        isBegun = false;
        undone.addAll(answer.sentences());
        undo();
        return answer;
    }

    /** What was undone, in sentences. */
    synchronized List<String> undone() {
        return undone;
    }

    private synchronized void undo() throws UnreachableException {
        if (isBegun) {
            isBegun = false;
            if (!isAttached) {
                undone.addAll(
                        client.ask(new Request("tail", List.of("end", ""))).sentences());
            }
        }
        if (isAttached) {
            isAttached = false;
            undone.addAll(client.ask(new Request("detach", List.of())).sentences());
        }
    }

    private void undoQuietly() {
        try {
            undo();
        } catch (UnreachableException e) {
            System.err.println("latency-probes: not undone, the agent does it after " + lease.toSeconds() + " s: "
                    + e.getMessage());
        }
    }

    @Override
    public void close() {
        undoQuietly();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException processIsEnding) {
            return;
        }
    }
}
