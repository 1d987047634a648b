package org.latencyprobes.cli;

import java.util.concurrent.Callable;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.control.ExitCode;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The root of the command line, which shows the help. It has no commands yet. */
@Command(
        name = "java -jar latency-probes-agent.jar",
        header = "Latency Probes: times every call of chosen methods in running JVMs.",
        synopsisSubcommandLabel = "<command>",
        scope = ScopeType.INHERIT,
        mixinStandardHelpOptions = true,
        versionProvider = Root.VersionProvider.class,
        sortOptions = false,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:failed or refused, with the reason",
            "2:wrong command line",
            "3:the JVM cannot be reached",
            "4:the JVM has no agent"
        })
class Root implements Callable<Integer> {

    private final Console console;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--json",
            scope = ScopeType.INHERIT,
            description = {
                "Print JSON, for scripts: one object with exitCode, messages, and each table as an array of objects.",
                "The command top prints such an object once an interval, on a line."
            })
    private boolean json;

    Root(Console console) {
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
        return ExitCode.USAGE;
    }

    /** The text of {@code --version}. */
    static final class VersionProvider implements IVersionProvider {
        @Override
        public String[] getVersion() {
            return new String[] {"latency-probes " + Version.text()};
        }
    }
}
