package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.ListIterator;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.slow.Remark;
import org.latencyprobes.agent.protocol.state.HelloFacts;
import org.latencyprobes.cli.file.OwnedFile;
import org.latencyprobes.internal.log.OwnerOnly;

/**
 * A client of the agent in a JVM. Whatever it asks goes over the agent's socket. Where there is none, it has the JVM load the agent's jar,
 * which opens one, and does nothing else. For one thread.
 */
public final class AttachClient {

    /** What becomes of a question before compiled code is discarded. */
    public enum Consent {
        /** It is answered with yes. */
        GIVEN,
        /** It is answered, and not with yes. */
        DECLINED,
        /** Nobody is there to answer. */
        NOBODY_ASKED
    }

    private static final Duration LONGEST_VISIT = Duration.ofMinutes(10);
    private static final int JAVA_THAT_WARNS = 21;
    private static final String ALLOW = "deoptimise=allow";
    private static final String UNCHANGED = "nothing was changed";
    private static final Pattern DEOPTIMISE = Pattern.compile("^\\s*deoptimise\\s*=[^,]*,?|,\\s*deoptimise\\s*=[^,]*");

    private final JvmProcess process;
    private final Path agentJar;
    private final Duration timeout;
    private final SocketClient socket;
    /** Null where nobody is to be asked. */
    private Function<String, Consent> consentOrNull;

    /**
     * Creates a client.
     *
     * @param pid the JVM's process id
     * @param agentJar the jar that is loaded if the JVM has no agent yet
     * @param timeout how long the JVM may be silent
     * @param progress takes the agent's progress, in sentences
     */
    public AttachClient(long pid, Path agentJar, Duration timeout, Consumer<String> progress) {
        process = JvmProcess.of(pid);
        this.agentJar = agentJar;
        this.timeout = timeout;
        socket = new SocketClient(process, timeout, progress);
    }

    /**
     * Asks somebody before the JVM's compiled code is discarded. Without it that is refused.
     *
     * @param asked takes a question, in a sentence
     * @return this, of which all requests ask it
     */
    public AttachClient asking(Function<String, Consent> asked) {
        consentOrNull = asked;
        return this;
    }

    /**
     * Sends a request to the agent. Nothing is loaded into a JVM that has none.
     *
     * @param request the request
     * @return the answer; {@link ExitCode#NO_AGENT} if the JVM has no agent
     * @throws UnreachableException if the JVM cannot be reached or does not answer
     */
    public Answer ask(Request request) throws UnreachableException {
        return ask(request, null);
    }

    /**
     * Sends a request for an answer that comes with a file.
     *
     * @param request the request
     * @param file a new file that gets what comes, which only this user can read
     * @return the answer
     * @throws UnreachableException if the agent cannot be reached or does not answer, or the file cannot be made
     */
    public Answer askForFile(Request request, Path file) throws UnreachableException {
        try {
            Files.deleteIfExists(file);
            Files.createFile(file, OwnerOnly.file());
        } catch (IOException e) {
            throw new UnreachableException(OwnedFile.copyProblem("what the agent in " + process + " wrote", e));
        }
        return ask(request, file);
    }

    private Answer ask(Request request, Path file) throws UnreachableException {
        Answer answer = socket.ask(request, file);
        if (answer == null) {
            return withPid(reopen() ? asked(request, file) : noAgent(), process.pid());
        }
        return withPid(consented(request, file, answer), process.pid());
    }

    /** The answer after the question that the agent wants answered, if any. */
    private Answer consented(Request request, Path file, Answer answer) throws UnreachableException {
        if (!isAllowed(answer)) {
            return answer;
        }
        Answer allowed = answered(new Request.Attach(ALLOW), null);
        Request again = request instanceof Request.Attach attach ? with(attach, withoutDeoptimise(attach)) : request;
        return allowed.exitCode() == ExitCode.OK ? answered(again, file) : allowed;
    }

    /** Whether the answer is a refusal that a consent lifts, and somebody gives it. Where nobody can, the question stays in the answer. */
    private boolean isAllowed(Answer answer) {
        List<Remark> questions = answer.all(Remark.DEOPTIMISE, Remark.class);
        if (consentOrNull == null || questions.isEmpty()) {
            return false;
        }
        answer.tables().removeIf(table -> table.name().equals(Remark.DEOPTIMISE));
        Consent consent = consentOrNull.apply(questions.get(0).sentence());
        if (consent == Consent.DECLINED) {
            answer.sentences().clear();
            answer.say(UNCHANGED);
        }
        return consent == Consent.GIVEN;
    }

    /** Opens the socket of an agent that has lost it. Returns false where there is no agent, and nothing is loaded then, or where it leaves. */
    private boolean reopen() throws UnreachableException {
        requireAttachable();
        if (!JvmList.hasLauncher(process)) {
            return false;
        }
        try (AttachConnection connection = connect()) {
            return connection.agentVersion() != null && isOpened(connection);
        }
    }

    private Answer asked(Request request, Path file) throws UnreachableException {
        return consented(request, file, answered(request, file));
    }

    private Answer answered(Request request, Path file) throws UnreachableException {
        Answer answer = socket.ask(request, file);
        if (answer == null) {
            throw new UnreachableException(
                    "the agent in " + process + " has a socket, and nobody answers there: try again");
        }
        return answer;
    }

    private static Answer noAgent() {
        return Answer.failed(ExitCode.NO_AGENT, "no agent in this JVM; start it with: attach <pid>");
    }

    /** With the process id as it is here, in a container maybe another than there, in commands that the agent advises. */
    static Answer withPid(Answer answer, long pid) {
        ListIterator<String> sentences = answer.sentences().listIterator();
        while (sentences.hasNext()) { // no lambda, whose linking each command would wait for
            sentences.set(sentences.next().replace("<pid>", String.valueOf(pid)));
        }
        return answer;
    }

    /**
     * Sends a request to the agent. Where the JVM has none, it is attached first, and the answer says so.
     *
     * @param request the request
     * @return the answer to it, or to the attempt to attach. Where the request is refused, what was attached has left again
     * @throws UnreachableException if the JVM cannot be reached or does not answer
     */
    public Answer askAttaching(Request request) throws UnreachableException {
        Answer answer = ask(request);
        if (answer.exitCode() != ExitCode.NO_AGENT) {
            return answer;
        }
        Answer attached = attach("");
        if (attached.exitCode() != ExitCode.OK) {
            return attached;
        }
        Answer asked = ask(request);
        boolean isDone = asked.exitCode() == ExitCode.OK;
        asked.sentences().addAll(isDone ? 0 : Math.min(1, asked.sentences().size()), said(attached));
        return isDone ? asked : detached(asked);
    }

    private static List<String> said(Answer attached) {
        List<String> said = new ArrayList<>(attached.sentences());
        said.add(0, "no agent was in this JVM" + (said.isEmpty() ? "" : "; " + said.remove(0)));
        return said;
    }

    /**
     * Sends a question to the agent. Where the JVM has none, it comes for this alone, weaves nothing that is loaded, and leaves.
     *
     * @param question a request that changes nothing for good
     * @return the answer to it, or to the attempt to attach
     * @throws UnreachableException if the JVM cannot be reached or does not answer
     */
    public Answer askVisiting(Request question) throws UnreachableException {
        Answer answer = ask(question);
        if (answer.exitCode() != ExitCode.NO_AGENT) {
            return answer;
        }
        Answer attached = start(new Request.Attach("jitter=off,report=off", LONGEST_VISIT.toMillis(), true));
        if (attached.exitCode() != ExitCode.OK) {
            return attached;
        }
        return detached(ask(question).say("no agent was in this JVM: it came for this alone"));
    }

    private Answer detached(Answer answer) throws UnreachableException {
        ask(new Request.Detach()).sentences().forEach(answer::say);
        return answer;
    }

    /**
     * Whether the process is stopped, for example by {@code kill -STOP} or a debugger.
     *
     * @return false if it is not, or is not there
     */
    public boolean isStopped() {
        return process.isStopped();
    }

    /**
     * Whether the process is there, stopped or not.
     *
     * @return false once it has ended
     */
    public boolean isThere() {
        return process.isThere();
    }

    /**
     * The version of the agent in the JVM. Nothing is loaded.
     *
     * @return null where it has none
     * @throws UnreachableException if the JVM cannot be reached
     */
    public String agentVersion() throws UnreachableException {
        String version = versionBySocket();
        if (version != null) {
            return version;
        }
        requireAttachable();
        if (!JvmList.hasLauncher(process)) {
            return null;
        }
        try (AttachConnection connection = connect()) {
            return connection.agentVersion();
        }
    }

    /** Null where none answers. */
    private String versionBySocket() throws UnreachableException {
        Answer hello = socket.ask(new Request.Hello(), null);
        return hello == null
                ? null
                : hello.all(HelloFacts.NAME, HelloFacts.class).stream()
                        .map(HelloFacts::version)
                        .findFirst()
                        .orElse(null);
    }

    /**
     * Starts the agent for a time, in a JVM that has none.
     *
     * @param options as after the jar's name in {@code -javaagent}
     * @param lease after this time the agent leaves by itself
     * @return the answer
     * @throws UnreachableException if the JVM cannot be reached or does not answer
     */
    public Answer attachFor(String options, Duration lease) throws UnreachableException {
        return start(new Request.Attach(options, lease.toMillis(), false));
    }

    /**
     * Starts the agent, updates the options of a running one, or replaces a running one of another version.
     *
     * @param options as after the jar's name in {@code -javaagent}
     * @return the answer
     * @throws UnreachableException if the agent cannot be reached or does not answer
     */
    public Answer attach(String options) throws UnreachableException {
        return start(new Request.Attach(options));
    }

    private Answer start(Request.Attach attach) throws UnreachableException {
        String running = versionBySocket();
        if (Version.text().equals(running)) {
            return withPid(asked(attach, null), process.pid());
        }
        requireAttachable();
        try (AttachConnection connection = connect()) {
            return withPid(started(connection, running, attach), process.pid());
        }
    }

    private Answer started(AttachConnection connection, String answering, Request.Attach attach)
            throws UnreachableException {
        if (answering == null) {
            open(connection);
        }
        String running = answering == null ? versionBySocket() : answering;
        boolean isOther = running != null && !running.equals(Version.text());
        if (isOther) {
            Answer detached = asked(new Request.Detach(), null);
            if (detached.exitCode() != ExitCode.OK) {
                return detached.say("version " + running + " stays, version " + Version.text() + " was not attached");
            }
            open(connection);
        }
        Answer answer = answered(attach, null);
        if (isAllowed(answer)) { // until then there is no agent
            open(connection);
            answer = answered(allowing(attach), null);
        }
        if (isOther) {
            answer.sentences().remove(UNCHANGED); // but for the agent that was there
            answer.say("version " + running + " was there and has been detached, with the options it had");
        }
        if (answer.exitCode() == ExitCode.OK
                && connection.java() >= JAVA_THAT_WARNS
                && !process.command().isSet("EnableDynamicAgentLoading", true)) {
            answer.say("on its standard error the JVM has warned, once, that an agent was loaded dynamically;"
                    + " started with -XX:+EnableDynamicAgentLoading it does not");
        }
        return answer;
    }

    private void open(AttachConnection connection) throws UnreachableException {
        if (!isOpened(connection)) {
            throw new UnreachableException("the agent in " + process + " is leaving: try again");
        }
    }

    /** The JVM is asked for the agent's word only where nobody answers. */
    private boolean isOpened(AttachConnection connection) throws UnreachableException {
        connection.open(agentJar);
        return socket.ask(new Request.Hello(), null) != null || connection.isOpen();
    }

    private static Request.Attach allowing(Request.Attach attach) {
        String options = withoutDeoptimise(attach);
        return with(attach, options.isEmpty() ? ALLOW : options + ',' + ALLOW);
    }

    private static String withoutDeoptimise(Request.Attach attach) {
        return DEOPTIMISE.matcher(attach.options()).replaceAll("");
    }

    private static Request.Attach with(Request.Attach attach, String options) {
        return new Request.Attach(options, attach.leaseMillis(), attach.visit());
    }

    private void requireAttachable() throws UnreachableException {
        if (!AttachPrecheck.isAttachingPossible()) {
            throw new UnreachableException(AttachPrecheck.NO_MODULE);
        }
        Optional<String> problem = AttachPrecheck.problem(process);
        if (problem.isPresent()) {
            throw new UnreachableException(problem.get());
        }
    }

    private AttachConnection connect() throws UnreachableException {
        return AttachConnection.to(process, timeout);
    }
}
