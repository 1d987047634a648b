package org.latencyprobes.cli;

import java.util.function.Supplier;
import picocli.AutoComplete;
import picocli.CommandLine;

/** The command {@code completion}: prints a completion script for a shell. */
final class CompletionCommand extends Subcommand {

    private static final String ALIAS = "latency-probes";
    private static final String ZSH_PREPARATION = "autoload -U +X compinit && compinit\n";

    private final Supplier<String> shell = value(
            parameter(String.class, "bash|zsh", "0").description("The shell.").build());

    CompletionCommand() {
        super(
                "completion",
                "Print a script that makes bash or zsh complete commands and options.",
                "%nPut both lines below into ~/.bashrc or ~/.zshrc. The script completes the word latency-probes, so it needs an alias of that name.");
        examples(
                "alias latency-probes='java -jar /opt/latency-probes-agent.jar'",
                "source <(java -jar /opt/latency-probes-agent.jar completion bash)");
    }

    @Override
    public Integer call() {
        if (!shell.get().equals("bash") && !shell.get().equals("zsh")) {
            throw usageError("there is no completion for \"" + shell.get() + "\", only for bash and zsh");
        }
        CommandLine whole = spec().root().commandLine();
        console().print((shell.get().equals("zsh") ? ZSH_PREPARATION : "") + AutoComplete.bash(ALIAS, whole) + '\n');
        return CommandLine.ExitCode.OK;
    }
}
