package org.latencyprobes.cli.jvm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.Request;
import org.latencyprobes.cli.jvm.SharedFiles.Shared;

/**
 * Brings requests to the agent in a JVM and its answers back: by loading the agent's jar with the request as its argument, and reading a
 * file that the agent writes. For one thread.
 */
public final class Errand {

    /** How long a JVM may stay silent where nothing is said. */
    public static final Duration USUAL_PATIENCE = Duration.ofSeconds(60);

    private static final Duration LONGEST_ATTACH = Duration.ofSeconds(15);
    private static final Duration POLL = Duration.ofMillis(20);
    private static final int LONGEST_ARGUMENT_BYTES = 1_000; // JVMs before 24 take 1,024, the jar's path included

    private final JvmProcess process;
    private final Path agentJar;
    private final Duration patience;
    private final Consumer<String> progress;

    /**
     * Prepares it.
     *
     * @param pid of the JVM
     * @param agentJar the jar that is loaded where no agent is yet
     * @param patience how long the JVM may say nothing at all
     * @param progress is told, in sentences, how far the agent is
     */
    public Errand(long pid, Path agentJar, Duration patience, Consumer<String> progress) {
        process = JvmProcess.of(pid);
        this.agentJar = agentJar;
        this.patience = patience;
        this.progress = progress;
    }

    /**
     * Asks the agent.
     *
     * @param request what is asked
     * @return what it answered
     * @throws UnreachableException if it cannot be asked or does not answer
     */
    public Answer ask(Request request) throws UnreachableException {
        try (Visit visit = visit()) {
            return visit.ask(request);
        }
    }

    /**
     * Starts the agent, brings the options of the one that is there up to date, or puts this version in place of another.
     *
     * @param options as behind the jar's name after {@code -javaagent}
     * @return what it answered
     * @throws UnreachableException if it cannot be asked or does not answer
     */
    public Answer attach(String options) throws UnreachableException {
        try (Visit visit = visit()) {
            return new Attaching(process, visit).answer(options);
        }
    }

    private Visit visit() throws UnreachableException {
        if (!Machine.isAttachingPossible()) {
            throw new UnreachableException(Obstacle.NO_MODULE);
        }
        Optional<String> obstacle = Obstacle.before(process);
        if (obstacle.isPresent()) {
            throw new UnreachableException(obstacle.get());
        }
        SharedFiles files = new SharedFiles(process);
        try {
            return new Visit(files);
        } catch (UnreachableException | RuntimeException e) {
            files.close();
            throw e;
        }
    }

    /** From attaching to leaving. */
    final class Visit implements AutoCloseable {

        private final SharedFiles files;
        private final Shared jar;
        private final Machine machine;
        private final Properties properties;

        private Visit(SharedFiles files) throws UnreachableException {
            this.files = files;
            files.reply(); // where this cannot be made, waiting for the JVM would be in vain
            jar = files.jar(agentJar);
            files.socket();
            machine = Machine.attach(process, shorter(LONGEST_ATTACH));
            properties = machine.systemProperties(shorter(LONGEST_ATTACH));
            String version = properties.getProperty("java.specification.version", "");
            String tooOld = Obstacle.ofVersion(process, JvmProcess.feature(version), version);
            if (tooOld != null) {
                throw new UnreachableException(tooOld);
            }
        }

        private Duration shorter(Duration other) {
            return patience.compareTo(other) < 0 ? patience : other;
        }

        Properties properties() {
            return properties;
        }

        Answer ask(Request request) throws UnreachableException {
            Shared reply = files.reply();
            Progress lines = new Progress(reply.here(), progress);
            FutureTask<Void> loading = machine.load(jar.there(), argument(request, reply));
            long silentSinceNanos = System.nanoTime();
            while (true) {
                try {
                    Patience.await(loading, POLL);
                    return lines.answer();
                } catch (TimeoutException e) {
                    if (lines.read()) {
                        silentSinceNanos = System.nanoTime();
                    } else if (System.nanoTime() - silentSinceNanos > patience.toNanos()) {
                        throw Machine.silent(process, patience);
                    }
                } catch (ExecutionException e) {
                    throw new UnreachableException(Machine.failure(process, e.getCause()));
                } catch (IllegalArgumentException | IOException e) {
                    throw new UnreachableException("the agent in " + process
                            + " gave no answer; the JVM's standard error may say why (" + e.getMessage() + ')');
                }
            }
        }

        /** With the request or, where it is long or not plain, without: then it is the first line of the reply file. */
        private String argument(Request request, Shared reply) throws UnreachableException {
            String head = "jar=" + jar.there() + "\nreply=" + reply.there() + '\n';
            String text = request.text();
            int length = jar.there().length() + 1 + head.length() + text.length();
            if (length <= LONGEST_ARGUMENT_BYTES && text.chars().allMatch(c -> c < 128)) {
                return head + text;
            }
            try {
                Files.writeString(reply.here(), text, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
                return head;
            } catch (IOException e) {
                throw new UnreachableException("the request cannot be written to " + reply.here() + ": " + e);
            }
        }

        @Override
        public void close() {
            files.close();
            if (machine != null) {
                Patience.start(() -> {
                    machine.close();
                    return null;
                });
            }
        }
    }
}
