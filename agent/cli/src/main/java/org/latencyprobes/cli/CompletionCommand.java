package org.latencyprobes.cli;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** The command {@code completion}: prints a completion script for a shell. */
@Command(
        name = "completion",
        header = "Print a script that makes bash or zsh complete commands and options.",
        description = {
            "%nPut both lines below into ~/.bashrc or ~/.zshrc. The script completes the word latency-probes, so it needs an alias of that name."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  alias latency-probes='java -jar /opt/latency-probes-agent.jar'",
            "  source <(java -jar /opt/latency-probes-agent.jar completion bash)"
        })
final class CompletionCommand extends Subcommand {

    private static final String ALIAS = "latency-probes";
    private static final String ZSH_PREPARATION = "autoload -U +X compinit && compinit\n";

    @Parameters(index = "0", paramLabel = "bash|zsh", description = "The shell.")
    private String shell;

    @Override
    public Integer call() {
        if (!shell.equals("bash") && !shell.equals("zsh")) {
            throw usageError("there is no completion for \"" + shell + "\", only for bash and zsh");
        }
        CommandLine whole = spec().root().commandLine();
        console().print((shell.equals("zsh") ? ZSH_PREPARATION : "") + AutoComplete.bash(ALIAS, whole) + '\n');
        return CommandLine.ExitCode.OK;
    }
}
