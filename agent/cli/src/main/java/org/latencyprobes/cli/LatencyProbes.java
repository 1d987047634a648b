package org.latencyprobes.cli;

import java.util.concurrent.Callable;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.control.Answer;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The whole command line; by itself it shows its help. */
@Command(
        name = "java -jar latency-probes-agent.jar",
        header = "Latency Probes: times single methods of running JVMs, every call of them.",
        synopsisSubcommandLabel = "<command>",
        scope = ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        versionProvider = LatencyProbes.Versions.class,
        sortOptions = false,
        subcommands = {
            ListCommand.class,
            AttachCommand.class,
            ProbesCommand.class,
            ProbeCommand.class,
            UnprobeCommand.class,
            ModeCommand.class,
            ReportCommand.class,
            MarkCommand.class,
            ExplainCommand.class,
            DryRunCommand.class,
            StatusCommand.class,
            DetachCommand.class,
            MergeCommand.class,
            BackendCommand.class,
            CompletionCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:failed or refused, for a reason that is told",
            "2:wrong command line",
            "3:the JVM cannot be reached",
            "4:the JVM has no agent"
        })
final class LatencyProbes implements Callable<Integer> {

    private final Console console;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--json",
            scope = ScopeType.INHERIT,
            description =
                    "Print one JSON object, for scripts: exitCode, messages, and each table as an array of objects.")
    private boolean json;

    LatencyProbes(Console console) {
        this.console = console;
    }

    boolean json() {
        return json;
    }

    Console console() {
        return console;
    }

    @Override
    public Integer call() {
        if (json) {
            throw new CommandLine.ParameterException(spec.commandLine(), "a command is missing");
        }
        spec.commandLine().usage(console.stderr());
        return Answer.USAGE;
    }

    /** For {@code --version}. */
    static final class Versions implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"latency-probes " + Version.text()};
        }
    }
}
