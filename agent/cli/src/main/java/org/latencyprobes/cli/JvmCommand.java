package org.latencyprobes.cli;

import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.Request;
import org.latencyprobes.agent.select.BadPatternException;
import org.latencyprobes.agent.select.MethodPattern;
import org.latencyprobes.cli.jvm.Errand;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** What all commands have in common that ask the agent in a JVM. */
abstract class JvmCommand implements Callable<Integer> {

    private static final int LONGEST_SECONDS = 24 * 60 * 60;

    @ParentCommand
    private LatencyProbes root;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--timeout",
            paramLabel = "<seconds>",
            defaultValue = "60",
            description = "How long the JVM may give no sign of life. Default: ${DEFAULT-VALUE}.")
    private int timeoutSeconds;

    /** What is asked of the agent. */
    abstract Answer answer() throws UnreachableException;

    @Override
    public final Integer call() throws UnreachableException {
        if (timeoutSeconds < 1 || timeoutSeconds > LONGEST_SECONDS) {
            throw wrong(
                    "--timeout " + timeoutSeconds + " is not allowed; it takes 1 to " + LONGEST_SECONDS + " seconds");
        }
        return root.console().print(answer());
    }

    final Answer ask(long pid, String command, List<String> arguments) throws UnreachableException {
        return errand(pid).ask(new Request(command, arguments));
    }

    final Errand errand(long pid) {
        return new Errand(pid, ownJar(), Duration.ofSeconds(timeoutSeconds), root.console()::progress);
    }

    private static Path ownJar() {
        try {
            return Path.of(JvmCommand.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The pattern, refused here and now if it does not follow the grammar. */
    final MethodPattern pattern(String text) {
        try {
            return MethodPattern.parse(text);
        } catch (BadPatternException e) {
            throw wrong(e.getMessage());
        }
    }

    final ParameterException wrong(String message) {
        return new CommandLine.ParameterException(spec.commandLine(), message);
    }
}
