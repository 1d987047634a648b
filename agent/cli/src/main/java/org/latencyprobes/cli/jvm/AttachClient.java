package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.AttachArgument;
import org.latencyprobes.agent.control.AttachRequest;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.agent.control.Request;
import org.latencyprobes.cli.file.OwnedFile;
import org.latencyprobes.cli.jvm.SharedFiles.SharedFile;
import org.latencyprobes.log.OwnerOnly;

/**
 * A client of the agent in a JVM. It sends a request over the agent's socket. Where there is none, it loads the agent's jar with the request
 * as its argument, and reads the answer from a file that the agent writes. For one thread.
 */
public final class AttachClient {

    private static final Duration ATTACH_TIMEOUT = Duration.ofSeconds(15);
    private static final Duration LONGEST_VISIT = Duration.ofMinutes(10);
    private static final Duration POLL = Duration.ofMillis(20);

    private final JvmProcess process;
    private final Path agentJar;
    private final Duration timeout;
    private final Consumer<String> progress;
    private final SocketClient socket;

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
        this.progress = progress;
        socket = new SocketClient(process, timeout, progress);
    }

    /**
     * Sends a request to the agent. Nothing is loaded into a JVM that has none.
     *
     * @param request the request
     * @return the answer; {@link ExitCode#NO_AGENT} if the JVM has no agent
     * @throws UnreachableException if the JVM cannot be reached or does not answer
     */
    public Answer ask(Request request) throws UnreachableException {
        Answer answer = socket.ask(request);
        if (answer == null) {
            answer = versionWithoutSocket() == null ? noAgent() : askAttached(request);
        }
        return withPid(answer, process.pid());
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
        asked.sentences().addAll(isDone ? 0 : 1, said(attached));
        return isDone ? asked : detached(asked);
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
        Answer attached =
                start(new AttachRequest("jitter=off,report=off", LONGEST_VISIT.toMillis(), true));
        if (attached.exitCode() != ExitCode.OK) {
            return attached;
        }
        progress.accept("no agent was in this JVM: it comes for this alone, and leaves");
        return detached(ask(question));
    }

    private static List<String> said(Answer attached) {
        List<String> said = new ArrayList<>(attached.sentences());
        said.set(0, "no agent was in this JVM; " + said.get(0));
        return said;
    }

    private Answer detached(Answer answer) throws UnreachableException {
        ask(new Request("detach", List.of())).sentences().forEach(answer::say);
        return answer;
    }

    private static Answer noAgent() {
        return Answer.failed(ExitCode.NO_AGENT, "no agent in this JVM; start it with: attach <pid>");
    }

    /** With the process id as it is here, in a container maybe another than there, in commands that the agent advises. */
    static Answer withPid(Answer answer, long pid) {
        answer.sentences().replaceAll(sentence -> sentence.replace("<pid>", String.valueOf(pid)));
        return answer;
    }

    /**
     * Whether the agent can be reached without loading anything.
     *
     * @return true if it has a socket
     */
    public boolean hasSocket() {
        return socket.isThere();
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

    private Answer askAttached(Request request) throws UnreachableException {
        try (Connection connection = connect()) {
            return connection.ask(request);
        }
    }

    /**
     * Sends a request to which the agent also writes a file.
     *
     * @param request the request; the file's path is added as its last argument
     * @param file a new file that gets a copy, which only this user can read
     * @return the answer
     * @throws UnreachableException if the agent cannot be reached or does not answer, or the file cannot be copied
     */
    public Answer askForFile(Request request, Path file) throws UnreachableException {
        try (SharedFiles files = new SharedFiles(process)) {
            SharedFile shared = files.reply();
            List<String> arguments = new ArrayList<>(request.arguments());
            arguments.add(shared.there());
            Answer answer = ask(new Request(request.command(), arguments));
            Files.deleteIfExists(file);
            Files.createFile(file, OwnerOnly.file());
            try (OutputStream copy = Files.newOutputStream(file)) {
                Files.copy(shared.here(), copy);
            }
            return answer;
        } catch (IOException e) {
            throw new UnreachableException(OwnedFile.copyProblem("what the agent in " + process + " wrote", e));
        }
    }

    /**
     * The version of the agent in the JVM.
     *
     * @return null where it has none
     * @throws UnreachableException if the JVM cannot be reached
     */
    public String agentVersion() throws UnreachableException {
        Answer status = socket.ask(new Request("status", List.of()));
        if (status != null && status.exitCode() == ExitCode.OK) {
            return AgentStart.version(status);
        }
        return versionWithoutSocket();
    }

    /** From outside if that can be told, and otherwise by a property of the JVM, for which nothing is loaded into it. */
    private String versionWithoutSocket() throws UnreachableException {
        requireAttachable();
        if (!JvmList.hasLauncher(process)) {
            return null;
        }
        try (Connection connection = connect()) {
            return connection.properties().getProperty(AgentStart.VERSION_PROPERTY);
        }
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
        return start(new AttachRequest(options, lease.toMillis(), false));
    }

    private Answer start(AttachRequest attach) throws UnreachableException {
        return withPid(askAttached(attach.request()), process.pid());
    }

    /**
     * Starts the agent, updates the options of a running one, or replaces a running one of another version.
     *
     * @param options as after the jar's name in {@code -javaagent}
     * @return the answer
     * @throws UnreachableException if the agent cannot be reached or does not answer
     */
    public Answer attach(String options) throws UnreachableException {
        Answer status = socket.ask(new Request("status", List.of()));
        if (status != null && Version.text().equals(AgentStart.version(status))) {
            return ask(new AttachRequest(options).request());
        }
        try (Connection connection = connect()) {
            return new AgentStart(process, connection).answer(options);
        }
    }

    private void requireAttachable() throws UnreachableException {
        if (!AttachedJvm.isAttachingPossible()) {
            throw new UnreachableException(AttachPrecheck.NO_MODULE);
        }
        Optional<String> problem = AttachPrecheck.problem(process);
        if (problem.isPresent()) {
            throw new UnreachableException(problem.get());
        }
    }

    private Connection connect() throws UnreachableException {
        requireAttachable();
        SharedFiles files = new SharedFiles(process);
        try {
            return new Connection(files);
        } catch (UnreachableException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    /** A connection to the JVM, from attaching to detaching. */
    final class Connection implements AutoCloseable {

        private final SharedFiles files;
        private final SharedFile jar;
        private final AttachedJvm jvm;
        private final Properties properties;

        private Connection(SharedFiles files) throws UnreachableException {
            this.files = files;
            files.reply(); // fails at once where no file can be made, and not after a wait for the JVM
            jar = files.jar(agentJar);
            files.socket();
            jvm = AttachedJvm.attach(process, attachTimeout());
            properties = jvm.systemProperties(attachTimeout());
            String version = properties.getProperty("java.specification.version", "");
            String tooOld = AttachPrecheck.versionProblem(process, JvmProcess.feature(version), version);
            if (tooOld != null) {
                throw new UnreachableException(tooOld);
            }
        }

        private Duration attachTimeout() {
            return timeout.compareTo(ATTACH_TIMEOUT) < 0 ? timeout : ATTACH_TIMEOUT;
        }

        Properties properties() {
            return properties;
        }

        Answer ask(Request request) throws UnreachableException {
            SharedFile reply = files.reply();
            ReplyFile replyFile = new ReplyFile(reply.here(), progress);
            FutureTask<Void> loading = jvm.load(jar.there(), argument(request, reply));
            long silentSinceNanos = System.nanoTime();
            while (true) {
                try {
                    AsyncCall.await(loading, POLL);
                    return replyFile.answer();
                } catch (TimeoutException e) {
                    if (replyFile.read()) {
                        silentSinceNanos = System.nanoTime();
                    } else if (System.nanoTime() - silentSinceNanos > timeout.toNanos()) {
                        throw AttachedJvm.silent(process, timeout);
                    }
                } catch (ExecutionException e) {
                    throw new UnreachableException(AttachedJvm.reason(process, e.getCause()));
                } catch (IllegalArgumentException | IOException e) {
                    throw new UnreachableException("the agent in " + process
                            + " gave no answer; the JVM's standard error may say why (" + e.getMessage() + ')');
                }
            }
        }

        private String argument(Request request, SharedFile reply) throws UnreachableException {
            try {
                return AttachArgument.text(jar.there(), reply.there(), request, reply.here());
            } catch (IOException e) {
                throw new UnreachableException("the request cannot be written to " + reply.here() + ": " + e);
            }
        }

        @Override
        public void close() {
            files.close();
            AsyncCall.start(() -> {
                jvm.close();
                return null;
            });
        }
    }
}
