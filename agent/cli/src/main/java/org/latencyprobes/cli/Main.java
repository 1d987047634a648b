package org.latencyprobes.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.latencyprobes.agent.control.Answer;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** Runs one command of the command line. */
public final class Main {

    /** Columns of the help. */
    static final int WIDTH = 110;

    private Main() {}

    /**
     * Called by the launcher.
     *
     * @param arguments the command and what it is given
     */
    public static void main(String[] arguments) {
        Console console = new Console(utf8(System.out), utf8(System.err));
        System.exit(run(console, arguments));
    }

    private static PrintStream utf8(PrintStream stream) {
        return new PrintStream(stream, true, StandardCharsets.UTF_8);
    }

    static int run(Console console, String... arguments) {
        console.json(List.of(arguments).contains("--json")); // before anything can go wrong
        return commandLine(console).execute(arguments);
    }

    static CommandLine commandLine(Console console) {
        CommandLine commandLine = new CommandLine(new LatencyProbes(console));
        commandLine.setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
        commandLine.setUsageHelpWidth(WIDTH);
        AgentOptions.into(commandLine.getSubcommands().get("attach"));
        commandLine.setOut(console.writer());
        commandLine.setParameterExceptionHandler((e, arguments) -> console.print(Wrong.answer(e, arguments)));
        commandLine.setExecutionExceptionHandler((e, failed, parsed) -> console.print(
                e instanceof UnreachableException
                        ? Answer.failed(Answer.NO_JVM, e.getMessage())
                        : Answer.failed(Answer.FAILED, "unexpected: " + e)));
        return commandLine;
    }
}
