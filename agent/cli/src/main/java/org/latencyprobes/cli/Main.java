package org.latencyprobes.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.agent.control.ExitCode;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The entry point of the command line. */
public final class Main {

    /** The width of the help, in columns. */
    static final int WIDTH = 110;

    private Main() {}

    /**
     * Runs a command and exits. The launcher calls this.
     *
     * @param arguments the command and its arguments
     */
    public static void main(String[] arguments) {
        Console console = new Console(utf8(System.out), utf8(System.err));
        System.exit(run(console, arguments));
    }

    private static PrintStream utf8(PrintStream stream) {
        return new PrintStream(stream, true, StandardCharsets.UTF_8);
    }

    static int run(Console console, String... arguments) {
        console.json(List.of(arguments).contains("--json")); // first, so that errors are JSON too
        return commandLine(console).execute(arguments);
    }

    static CommandLine commandLine(Console console) {
        CommandLine commandLine = new CommandLine(new RootCommand(console));
        commandLine.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
        commandLine.setUsageHelpWidth(WIDTH);
        AgentOptionsHelp.addTo(commandLine.getSubcommands().get("attach"));
        commandLine.setOut(console.writer());
        commandLine.setParameterExceptionHandler((e, arguments) -> console.print(UsageError.answer(e, arguments)));
        commandLine.setExecutionExceptionHandler((e, failed, parsed) -> console.print(
                e instanceof UnreachableException
                        ? Answer.failed(ExitCode.NO_JVM, e.getMessage())
                        : Answer.failed(ExitCode.FAILED, "unexpected: " + e)));
        return commandLine;
    }
}
