package org.latencyprobes.cli.command;

import java.util.List;
import java.util.function.Supplier;
import org.latencyprobes.cli.base.Subcommand;
import org.latencyprobes.cli.file.Output;
import picocli.AutoComplete;
import picocli.CommandLine;

/** The command {@code completion}: prints a completion script for a shell. */
final class CompletionCommand extends Subcommand {

    private static final String ZSH_PREPARATION = "autoload -U +X compinit && compinit\n";

    private final Supplier<String> shell = value(
            parameter(String.class, "bash|zsh", "0").description("The shell.").build());

    CompletionCommand() {
        super(
                "completion",
                "Print a script that makes bash or zsh complete commands and options.",
                "%nThe command install does this for bash. Without it, put the line below into ~/.bashrc or ~/.zshrc.");
        examples("source <(latency-probes completion bash)", "source <(latency-probes completion zsh)");
    }

    @Override
    protected List<Output.Form> forms() {
        return List.of();
    }

    @Override
    public Integer call() {
        if (!shell.get().equals("bash") && !shell.get().equals("zsh")) {
            throw usageError("there is no completion for \"" + shell.get() + "\", only for bash and zsh");
        }
        console().print((shell.get().equals("zsh") ? ZSH_PREPARATION : "") + script(this));
        return CommandLine.ExitCode.OK;
    }

    /** The script for bash. */
    static String script(Subcommand ofAll) {
        return AutoComplete.bash(PROGRAM, ofAll.spec().root().commandLine()) + '\n';
    }
}
