package org.latencyprobes.cli;

import java.io.BufferedOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.cli.base.Console;
import org.latencyprobes.cli.command.RootCommand;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** The entry point of the command line. */
public final class Main {

    private static final int BUFFER = 8 << 10;

    private Main() {}

    /**
     * Runs a command and exits. The launcher calls this.
     *
     * @param arguments the command and its arguments
     */
    public static void main(String[] arguments) {
        // what picocli would look for, and no command needs: it takes longer than to ask the agent
        System.setProperty("picocli.converters.excludes", "java.(sql|time).*");
        System.setProperty("picocli.disable.closures", "true");
        StandardOutput output = new StandardOutput();
        System.exit(run(output, utf8(System.err), arguments));
    }

    /** Fails where standard output could not be written. */
    static int run(StandardOutput output, PrintStream err, String... arguments) {
        PrintStream out = utf8(new BufferedOutputStream(output, BUFFER));
        int exitCode = run(new Console(out, err), arguments);
        out.flush();
        String problem = output.problem();
        if (problem != null) {
            err.println(problem);
        }
        return problem != null && exitCode == ExitCode.OK ? ExitCode.FAILED : exitCode;
    }

    private static PrintStream utf8(OutputStream stream) {
        return new PrintStream(stream, true, StandardCharsets.UTF_8);
    }

    static int run(Console console, String... arguments) {
        console.expect(arguments);
        return commandLine(console, arguments.length == 0 ? "" : arguments[0]).execute(arguments);
    }

    /** With all commands. */
    static CommandLine commandLine(Console console) {
        return commandLine(console, "");
    }

    /** With the command of this name alone, or with all if there is none of that name. */
    static CommandLine commandLine(Console console, String name) {
        RootCommand root = new RootCommand(console, name);
        return new CommandLine(root.spec())
                .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
                .setUsageHelpWidth(Console.WIDTH)
                .setOut(console.writer())
                .setParameterExceptionHandler(root)
                .setExecutionExceptionHandler(root);
    }
}
