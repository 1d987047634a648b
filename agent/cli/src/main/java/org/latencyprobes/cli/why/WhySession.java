package org.latencyprobes.cli.why;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.state.OptionRow;
import org.latencyprobes.agent.protocol.state.PatternRow;
import org.latencyprobes.agent.protocol.state.PatternText;
import org.latencyprobes.agent.protocol.state.StatusFacts;
import org.latencyprobes.cli.base.JvmCommand;
import org.latencyprobes.cli.jvm.AttachClient;
import org.latencyprobes.cli.jvm.UnreachableException;

/**
 * The stay of the command {@code why} in a JVM. What it begins there is undone once: at its end, when it fails, or by a shutdown hook when the
 * command is interrupted. The agent undoes it where the command was killed. Thread-safe: the hook waits for a request that is under way.
 */
final class WhySession implements AutoCloseable {

    /** What a command may need until it can tell the agent that it goes on. */
    private static final Duration GRACE = Duration.ofSeconds(60);

    private static final String OFF = "off";

    private final long pid;
    private final AttachClient client;
    private final AttachClient second;
    private final Duration watch;
    private final String id = String.valueOf(System.nanoTime());
    private final Thread hook = new Thread(this::undoQuietly);
    private long begunNanos;
    private boolean isAttached;
    private boolean isBegun;
    private final List<String> undone = new ArrayList<>();
    private Answer status = new Answer();
    private WhyRenewal renewal; // null until there is an agent

    /**
     * Begins nothing yet.
     *
     * @param second another client, for a thread that tells the agent that the command goes on
     */
    WhySession(long pid, AttachClient client, AttachClient second, Duration watch) {
        this.pid = pid;
        this.client = client;
        this.second = second;
        this.watch = watch;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Attaches where there is no agent, probes and records. Where any of it fails, all is undone. */
    synchronized Answer begin(boolean deep, long slowNanos, List<String> patterns) throws UnreachableException {
        Answer begun = beginAll(deep, slowNanos, patterns);
        if (begun.exitCode() != ExitCode.OK) {
            undoQuietly();
            undone.forEach(begun::say);
        }
        begunNanos = System.nanoTime();
        return begun;
    }

    /** When it had begun, as {@link System#nanoTime} counts. */
    synchronized long begunNanos() {
        return begunNanos;
    }

    private Answer beginAll(boolean deep, long slowNanos, List<String> patterns) throws UnreachableException {
        String version = client.agentVersion();
        if (version != null && !version.equals(Version.text())) {
            return Answer.failed(
                    ExitCode.FAILED, "version " + version + " of the agent is in this JVM: detach it before");
        }
        Answer attached = new Answer();
        if (version == null) {
            isAttached = true; // also where the command is interrupted before the answer
            attached = client.attachFor("", GRACE);
            if (attached.exitCode() != ExitCode.OK) {
                isAttached = false;
                return attached;
            }
        }
        status = client.ask(new Request.Status(false));
        renewal = WhyRenewal.start(second, id);
        boolean isNothingProbed =
                patterns.isEmpty() && JvmCommand.probesOf(client).names().isEmpty();
        if (isNothingProbed && isAttached && !isPatternGiven()) {
            return nothingToWatch();
        }
        isBegun = true;
        Answer begun = client.ask(
                new Request.WhyBegin(id, WhyRenewal.LEASE.toMillis(), watch.toMillis(), deep, slowNanos, patterns));
        isBegun = begun.exitCode() == ExitCode.OK;
        if (isBegun) {
            renewal.begun();
        }
        if (begun.find(PatternText.UNMATCHED).isPresent()) {
            begun.say("for classes that are yet to be loaded: "
                    + (isAttached ? "attach " + pid + " probes=<pattern>" : "probe " + pid + " --future <pattern>")
                    + ", then why " + pid);
        }
        begun.sentences().addAll(0, attached.sentences());
        if (isBegun && isNothingProbed) {
            begun.say("no method is probed yet; those of classes to come may be");
        }
        return begun;
    }

    /** How the agent has answered last that it still has what was begun. Once it has not, there is nothing to undo. */
    synchronized int lastRenewal() {
        int code = renewal == null ? ExitCode.OK : renewal.exitCode();
        if (code != ExitCode.OK) {
            isBegun = false;
            isAttached = false;
        }
        return code;
    }

    private Answer nothingToWatch() {
        return Answer.failed(
                ExitCode.FAILED,
                "no method is probed, so there is nothing to watch: give a pattern, as in why " + pid
                        + " 'com.acme..OrderService#place'; probes " + pid
                        + " shows what is probed, list which JVMs there are");
    }

    /** Whether the agent has a pattern, which selects methods of classes to come. */
    private boolean isPatternGiven() {
        return status.all(PatternRow.TABLE, PatternRow.class).stream()
                .anyMatch(row -> row.what().equals(PatternRow.PROBED));
    }

    /** Where else the JVM's figures may be once it has ended; empty for nowhere. */
    synchronized String keptElsewhere() {
        Map<String, String> options = new HashMap<>();
        status.all(OptionRow.TABLE, OptionRow.class).forEach(row -> options.put(row.option(), row.value()));
        List<String> places = new ArrayList<>();
        String report = options.getOrDefault("report", OFF);
        if (report.equals("stderr") || report.equals("stdout")) {
            places.add("the report on its " + report);
        } else if (!report.equals(OFF)) {
            places.add("its report " + report);
        }
        String log = options.getOrDefault("hlog", OFF);
        if (!log.equals(OFF)) {
            places.add("the histogram log " + log);
        }
        status.all(StatusFacts.NAME, StatusFacts.class).stream()
                .map(StatusFacts::deepCausesFolder)
                .filter(Objects::nonNull)
                .forEach(folder -> places.add("Flight Recorder's folder " + folder));
        return String.join(", ", places);
    }

    /** All that the agent has found. The recording, if any, goes to a file. Then everything is undone. */
    synchronized Answer end(Path recording) throws UnreachableException {
        Answer answer = client.askForFile(new Request.WhyEnd(id, true), recording);
        isBegun = false;
        isAttached &= answer.exitCode() != ExitCode.NO_AGENT;
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
                undone.addAll(client.ask(new Request.WhyEnd(id, false)).sentences());
            }
        }
        if (isAttached) {
            isAttached = false;
            undone.addAll(client.ask(new Request.Detach()).sentences());
        }
    }

    private void undoQuietly() {
        try {
            undo();
        } catch (UnreachableException e) {
            if (!client.isThere()) {
                return; // with all that was begun there
            }
            System.err.println("latency-probes: not undone, the agent does it after " + WhyRenewal.LEASE.toSeconds()
                    + " s: " + e.getMessage());
        }
    }

    @Override
    public void close() {
        undoQuietly();
        endRenewal();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException processIsEnding) {
            return;
        }
    }

    private synchronized void endRenewal() {
        if (renewal != null) {
            renewal.close();
        }
    }
}
