package org.latencyprobes.cli.base;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.latencyprobes.agent.figures.Explanations;
import org.latencyprobes.agent.pattern.BadPatternException;
import org.latencyprobes.agent.pattern.MethodPattern;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.agent.protocol.Request;
import org.latencyprobes.agent.protocol.figures.ProbeRow;
import org.latencyprobes.agent.protocol.state.MethodRow;
import org.latencyprobes.cli.jvm.AttachClient;
import org.latencyprobes.cli.jvm.NamedJvm;
import org.latencyprobes.cli.jvm.OwnJvm;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.ParameterException;

/** A command that may send a request to the agent in a JVM. */
public abstract class JvmCommand extends Subcommand {

    private static final int MAX_SECONDS = 24 * 60 * 60;

    private final Supplier<Integer> timeoutSeconds = value(option(Integer.class, "<seconds>", "--timeout")
            .defaultValue("60")
            .description("How long the JVM may be silent. Default: ${DEFAULT-VALUE}.")
            .build());

    protected JvmCommand(String name, String header, String... description) {
        super(name, header, description);
    }

    /** Runs the command and returns its answer. */
    protected abstract Answer answer() throws UnreachableException;

    @Override
    public final Integer call() throws UnreachableException {
        if (timeoutSeconds.get() < 1 || timeoutSeconds.get() > MAX_SECONDS) {
            throw usageError(
                    "--timeout " + timeoutSeconds.get() + " is not allowed; it takes 1 to " + MAX_SECONDS + " seconds");
        }
        try {
            return finish(answer());
        } catch (IllegalArgumentException
                | IndexOutOfBoundsException
                | NoSuchElementException
                | NullPointerException e) { // of whatever answered
            return console().print(Answer.failed(ExitCode.FAILED, "what the JVM answered cannot be understood: " + e));
        }
    }

    @Override
    protected String exitCodes() {
        return "01234";
    }

    /** Prints the answer and returns the exit code. */
    protected int finish(Answer answer) {
        return console().print(answer);
    }

    /** Adds the option that leaves lists of methods away. */
    protected final Supplier<Boolean> summary() {
        return flag("--summary", "Say how many methods there are, without the list of them.");
    }

    protected final AttachClient client(long pid) {
        return client(pid, console()::progress);
    }

    /** One whose progress is not for the console. */
    protected final AttachClient client(long pid, Consumer<String> progress) {
        return new AttachClient(pid, OwnJvm.jar(), Duration.ofSeconds(timeoutSeconds.get()), progress);
    }

    /** The process id of the JVM that a word stands for. */
    protected final long jvm(String word) throws UnreachableException {
        try {
            return NamedJvm.pid(word);
        } catch (NoSuchElementException e) {
            throw new UnreachableException(e.getMessage());
        } catch (IllegalArgumentException e) {
            throw usageError(e.getMessage());
        }
    }

    /**
     * Whether a word is a file or a folder here. A jar is neither a log nor a recording, but what a JVM is called by; and a folder
     * called like a JVM is written ./folder.
     */
    protected static boolean isFile(String word) throws UnreachableException {
        Path path = Path.of(word);
        boolean isOfJvm = Files.isDirectory(path) && !NamedJvm.isPid(word) && NamedJvm.isOne(word);
        return Files.exists(path) && !word.endsWith(".jar") && !isOfJvm;
    }

    /** The exception for a word that is no file: which JVM may have been meant. */
    protected final ParameterException noFile(String word) throws UnreachableException {
        try {
            return usageError("\"" + word + "\" is JVM " + NamedJvm.pid(word) + "; " + spec().name()
                    + " takes one JVM alone, or files");
        } catch (NoSuchElementException | IllegalArgumentException e) {
            return usageError(e.getMessage() + "; there is no file or folder of that name either");
        }
    }

    /** Asks for the names of all probes in a JVM, also of those that have not been called. */
    public static UnknownProbes.Others probesOf(AttachClient client) {
        return () -> {
            List<String> names = new ArrayList<>();
            Answer answer = client.ask(new Request.Probes(true, List.of()));
            answer.all(ProbeRow.TABLE, ProbeRow.class).forEach(row -> names.add(row.probe()));
            answer.all(MethodRow.TABLE, MethodRow.class)
                    .forEach(method -> names.add(Explanations.withoutTags(method.probe())));
            return names;
        };
    }

    /** Parses a pattern. A malformed one is a usage error. */
    protected final MethodPattern pattern(String text) {
        try {
            return MethodPattern.parse(text);
        } catch (BadPatternException e) {
            throw usageError(e.getMessage());
        }
    }
}
