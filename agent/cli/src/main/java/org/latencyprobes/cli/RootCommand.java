package org.latencyprobes.cli;

import java.util.List;
import java.util.concurrent.Callable;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/** The root of the command line, with all commands or one. It shows the help, and says what went wrong. */
final class RootCommand implements Callable<Integer>, IParameterExceptionHandler, IExecutionExceptionHandler {

    static final String NAME = "java -jar latency-probes-agent.jar";

    /** The names of all commands, in the order of the help. */
    private static final List<String> COMMANDS = List.of(
            ("list attach probes probe unprobe mode report top stalls slow in-flight tail ui mark explain dry-run status detach"
                            + " merge compare gate backend completion help")
                    .split(" "));

    /** Commands that look at all others. */
    private static final List<String> OF_ALL = List.of("completion", "help");

    private final Console console;
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this).name(NAME);

    /**
     * Makes the root with its commands.
     *
     * @param only the name of the only command, since to build all takes longer than most commands; all are built if there is none of that
     *     name, or if it looks at all others
     */
    RootCommand(Console console, String only) {
        this.console = console;
        spec.usageMessage()
                .header("Latency Probes: times every call of chosen methods in running JVMs.")
                .synopsisSubcommandLabel("<command>");
        spec.addOption(OptionSpec.builder("--json")
                .scopeType(ScopeType.INHERIT)
                .description(
                        "Print JSON, for scripts: one object with exitCode, messages, and each table as an array of objects.",
                        "The command top prints such an object once an interval, on a line.")
                .build());
        standardise(spec);
        boolean isAlone = COMMANDS.contains(only) && !OF_ALL.contains(only);
        for (String name : isAlone ? List.of(only) : COMMANDS) {
            add(name);
        }
    }

    /** Loads the class of that command alone. */
    private void add(String name) {
        switch (name) {
            case "list" -> new ListCommand().addTo(this);
            case "attach" -> new AttachCommand().addTo(this);
            case "probes" -> new ProbesCommand().addTo(this);
            case "probe" -> new ProbeCommand().addTo(this);
            case "unprobe" -> new UnprobeCommand().addTo(this);
            case "mode" -> new ModeCommand().addTo(this);
            case "report" -> new ReportCommand().addTo(this);
            case "top" -> new TopCommand().addTo(this);
            case "stalls" -> new StallsCommand().addTo(this);
            case "slow" -> new SlowCommand().addTo(this);
            case "in-flight" -> new InFlightCommand().addTo(this);
            case "tail" -> new TailCommand().addTo(this);
            case "ui" -> new UiCommand().addTo(this);
            case "mark" -> new MarkCommand().addTo(this);
            case "explain" -> new ExplainCommand().addTo(this);
            case "dry-run" -> new DryRunCommand().addTo(this);
            case "status" -> new StatusCommand().addTo(this);
            case "detach" -> new DetachCommand().addTo(this);
            case "merge" -> new MergeCommand().addTo(this);
            case "compare" -> new CompareCommand().addTo(this);
            case "gate" -> new GateCommand().addTo(this);
            case "backend" -> new BackendCommand().addTo(this);
            case "completion" -> new CompletionCommand().addTo(this);
            case "help" -> new HelpCommand(COMMANDS).addTo(this);
            default -> throw new IllegalArgumentException(name);
        }
    }

    /** Gives a command what all have: the order of options, the options for help and version, and exit codes, where it has none of its own. */
    static void standardise(CommandSpec command) {
        // what mixinStandardHelpOptions adds; that reads annotations, which takes longer than to ask the agent
        command.version("latency-probes " + Version.text())
                .addOption(OptionSpec.builder("-h", "--help")
                        .usageHelp(true)
                        .description("Show this help message and exit.")
                        .build())
                .addOption(OptionSpec.builder("-V", "--version")
                        .versionHelp(true)
                        .description("Print version information and exit.")
                        .build());
        UsageMessageSpec usage = command.usageMessage().sortOptions(false).exitCodeListHeading("%nExit codes:%n");
        if (usage.exitCodeList().isEmpty()) {
            usage.exitCodeList(UsageMessageSpec.keyValuesMap(
                    "0:done",
                    "1:failed or refused, with the reason",
                    "2:wrong command line",
                    "3:the JVM cannot be reached",
                    "4:the JVM has no agent"));
        }
    }

    Console console() {
        return console;
    }

    CommandSpec spec() {
        return spec;
    }

    @Override
    public Integer call() {
        if (console.isJson()) {
            throw new ParameterException(spec.commandLine(), "a command is missing");
        }
        spec.commandLine().usage(console.stderr());
        return ExitCode.USAGE;
    }

    @Override
    public int handleParseException(ParameterException e, String[] words) {
        return console.print(UsageError.answer(e, words));
    }

    @Override
    public int handleExecutionException(Exception e, CommandLine failed, ParseResult parsed) {
        return console.print(
                e instanceof UnreachableException
                        ? Answer.failed(ExitCode.NO_JVM, e.getMessage())
                        : Answer.failed(ExitCode.FAILED, "unexpected: " + e));
    }
}
