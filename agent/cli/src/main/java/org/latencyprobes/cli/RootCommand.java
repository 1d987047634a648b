package org.latencyprobes.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

/** The root of the command line, with all commands or one. It shows the help, and says what went wrong. */
final class RootCommand
        implements Callable<Integer>, IHelpSectionRenderer, IParameterExceptionHandler, IExecutionExceptionHandler {

    static final String NAME = "latency-probes";

    private static final String OTHERS = "Others";

    /** The names of all commands by what they are for, in the order of the help. The last ones are in the long help alone. */
    private static final Map<String, List<String>> GROUPS = groups(
            "Look",
            "list probes report top ui",
            "Explain",
            "why slow stalls",
            "Compare",
            "compare",
            "Control",
            "attach probe detach",
            OTHERS,
            "unprobe set status mark merge rank install backend completion help");

    private static final List<String> COMMANDS = new ArrayList<>();

    static {
        for (List<String> names : GROUPS.values()) {
            COMMANDS.addAll(names);
        }
    }

    private static final Map<Character, String> EXIT_CODES = Map.of(
            '0', "done; with --rules: passed",
            '1', "failed or refused, with the reason",
            '2', "wrong command line",
            '3', "the JVM cannot be reached",
            '4', "the JVM has no agent",
            '5', "with --rules: inconclusive");

    /** Commands that look at all others. */
    private static final List<String> OF_ALL = List.of("completion", "help", "install");

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
                .header(
                        "Latency Probes: times every call of chosen methods in running JVMs, and says why they are slow.")
                .synopsisSubcommandLabel("<command>")
                .footerHeading("%nExamples:%n")
                .footer(
                        "  latency-probes why 4711 'com.acme..OrderService#place'",
                        "  latency-probes probe Shop 'com.acme..*Service#find*'",
                        "  latency-probes compare yesterday.hlog today.hlog",
                        "%nhelp <command> says how to use one, help --all lists the others: "
                                + String.join(", ", GROUPS.get(OTHERS)) + ".",
                        "Not installed, latency-probes is java -jar latency-probes-agent.jar; the command install puts it on the PATH.")
                .sectionMap()
                .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, this);
        spec.usageMessage().sectionMap().remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING);
        spec.addOption(OptionSpec.builder("--json")
                .scopeType(ScopeType.INHERIT)
                .description(
                        "Print JSON, for scripts: one object with exitCode, messages, and each table as an array of objects.",
                        "The command top prints such an object once an interval, on a line.")
                .build());
        standardise(spec, "012345");
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
            case "report" -> new ReportCommand().addTo(this);
            case "top" -> new TopCommand().addTo(this);
            case "stalls" -> new StallsCommand().addTo(this);
            case "slow" -> new SlowCommand().addTo(this);
            case "why" -> new WhyCommand().addTo(this);
            case "ui" -> new UiCommand().addTo(this);
            case "mark" -> new MarkCommand().addTo(this);
            case "set" -> new SetCommand().addTo(this);
            case "status" -> new StatusCommand().addTo(this);
            case "detach" -> new DetachCommand().addTo(this);
            case "merge" -> new MergeCommand().addTo(this);
            case "compare" -> new CompareCommand().addTo(this);
            case "rank" -> new RankCommand().addTo(this);
            case "install" -> new InstallCommand().addTo(this);
            case "backend" -> new BackendCommand().addTo(this);
            case "completion" -> new CompletionCommand().addTo(this);
            case "help" -> new HelpCommand(COMMANDS).addTo(this);
            default -> throw new IllegalArgumentException(name);
        }
    }

    private static Map<String, List<String>> groups(String... titlesAndNames) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        for (int i = 0; i < titlesAndNames.length; i += 2) {
            groups.put(titlesAndNames[i], List.of(titlesAndNames[i + 1].split(" ")));
        }
        return groups;
    }

    /** The list of commands in the short help. */
    @Override
    public String render(CommandLine.Help help) {
        return commands(help, false);
    }

    static String commands(CommandLine.Help help, boolean areAll) {
        StringBuilder text = new StringBuilder();
        GROUPS.forEach((title, names) -> {
            if (areAll || !title.equals(OTHERS)) {
                text.append('\n').append(title).append(":\n");
                for (String name : names) {
                    CommandSpec command =
                            help.commandSpec().subcommands().get(name).getCommandSpec();
                    text.append(String.format(
                            "  %-11s %s%n", name, command.usageMessage().header()[0]));
                }
            }
        });
        return text.toString();
    }

    /** Gives a command what all have: the order of options, the options for help and version, and exit codes. */
    static void standardise(CommandSpec command, String exitCodes) {
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
        Map<String, String> codes = new LinkedHashMap<>();
        for (char code : exitCodes.toCharArray()) {
            codes.put(String.valueOf(code), EXIT_CODES.get(code));
        }
        command.usageMessage()
                .sortOptions(false)
                .exitCodeListHeading("%nExit codes:%n")
                .exitCodeList(codes);
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
