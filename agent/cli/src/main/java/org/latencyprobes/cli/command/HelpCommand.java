package org.latencyprobes.cli.command;

import java.util.List;
import java.util.function.Supplier;
import org.latencyprobes.cli.base.Subcommand;
import org.latencyprobes.cli.file.Output;
import picocli.CommandLine;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code help}: prints what {@code --help} of a command does. */
final class HelpCommand extends Subcommand {

    private final Supplier<String> command;
    private final Supplier<Boolean> all = flag("--all", "List all commands.");

    /**
     * Makes the command.
     *
     * @param commands the names of all, for completion
     */
    HelpCommand(List<String> commands) {
        super("help", "Show the help of a command, as its option --help does; with --all, a list of all commands.");
        command = value(parameter(String.class, "<command>", "0")
                .required(false)
                .arity("0..1")
                .completionCandidates(commands)
                .description("The command.")
                .build());
        examples("help", "help why", "help --all");
    }

    @Override
    protected List<Output.Form> forms() {
        return List.of();
    }

    @Override
    public Integer call() {
        CommandLine root = spec().root().commandLine();
        if (all.get()) {
            console().print(RootCommand.commands(root.getHelp(), true).substring(1));
            return CommandLine.ExitCode.OK;
        }
        CommandLine shown = command.get() == null ? root : root.getSubcommands().get(command.get());
        if (shown == null) {
            throw new UnmatchedArgumentException(root, List.of(command.get()));
        }
        shown.usage(shown.getOut());
        return CommandLine.ExitCode.OK;
    }
}
