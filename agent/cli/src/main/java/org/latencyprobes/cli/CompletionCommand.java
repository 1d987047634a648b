package org.latencyprobes.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Prints the script by which a shell completes this command line. */
@Command(
        name = "completion",
        header = "Print a script by which bash or zsh completes commands and options.",
        description = {
            "%nIt completes the word latency-probes, so an alias of that name is needed. Both lines belong into ~/.bashrc or"
                    + " ~/.zshrc."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  alias latency-probes='java -jar /opt/latency-probes-agent.jar'",
            "  source <(java -jar /opt/latency-probes-agent.jar completion bash)"
        })
final class CompletionCommand implements Callable<Integer> {

    private static final String ALIAS = "latency-probes";
    private static final String ZSH_PREPARATION = "autoload -U +X compinit && compinit\n";

    @ParentCommand
    private LatencyProbes root;

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "bash|zsh", description = "The shell.")
    private String shell;

    @Override
    public Integer call() {
        if (!shell.equals("bash") && !shell.equals("zsh")) {
            throw new ParameterException(
                    spec.commandLine(), "completion for \"" + shell + "\" is not to be had; there is bash and zsh");
        }
        CommandLine whole = spec.root().commandLine();
        root.console().print((shell.equals("zsh") ? ZSH_PREPARATION : "") + AutoComplete.bash(ALIAS, whole) + '\n');
        return CommandLine.ExitCode.OK;
    }
}
