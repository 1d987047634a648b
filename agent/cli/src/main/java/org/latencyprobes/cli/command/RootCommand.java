package org.latencyprobes.cli.command;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.ExitCode;
import org.latencyprobes.cli.base.Console;
import org.latencyprobes.cli.base.Subcommand;
import org.latencyprobes.cli.base.UsageError;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The root of the command line, with all commands or one. It shows the help, and says what went wrong. */
public final class RootCommand
        implements Callable<Integer>, IHelpSectionRenderer, IParameterExceptionHandler, IExecutionExceptionHandler {

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

    /** Commands that look at all others. */
    private static final List<String> OF_ALL = List.of("completion", "help", "install");

    private final Console console;
    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this).name(Subcommand.PROGRAM);

    /**
     * Makes the root with its commands.
     *
     * @param only the name of the only command, since to build all takes longer than most commands; all are built if there is none of that
     *     name, or if it looks at all others
     */
    public RootCommand(Console console, String only) {
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
                        "%nCommands take -o json, for scripts: one object with exitCode, messages, and each table as an array of objects.",
                        "help <command> says how to use one, help --all lists the others: "
                                + String.join(", ", GROUPS.get(OTHERS)) + ".",
                        "Not installed, latency-probes is java -jar latency-probes-agent.jar; the command install puts it on the PATH.")
                .sectionMap()
                .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, this);
        spec.usageMessage().sectionMap().remove(UsageMessageSpec.SECTION_KEY_COMMAND_LIST_HEADING);
        Subcommand.standardise(spec, "012345");
        boolean isAlone = COMMANDS.contains(only) && !OF_ALL.contains(only);
        for (String name : isAlone ? List.of(only) : COMMANDS) {
            ((Subcommand) command(name)).addTo(spec, console);
        }
    }

    /** Loads the class of that command alone: to see that each is a {@link Subcommand}, the JVM's verifier would load all. */
    private static Object command(String name) {
        return switch (name) {
            case "list" -> new ListCommand();
            case "attach" -> new AttachCommand();
            case "probes" -> new ProbesCommand();
            case "probe" -> new ProbeCommand();
            case "unprobe" -> new UnprobeCommand();
            case "report" -> new ReportCommand();
            case "top" -> new TopCommand();
            case "stalls" -> new StallsCommand();
            case "slow" -> new SlowCommand();
            case "why" -> new WhyCommand();
            case "ui" -> new UiCommand();
            case "mark" -> new MarkCommand();
            case "set" -> new SetCommand();
            case "status" -> new StatusCommand();
            case "detach" -> new DetachCommand();
            case "merge" -> new MergeCommand();
            case "compare" -> new CompareCommand();
            case "rank" -> new RankCommand();
            case "install" -> new InstallCommand();
            case "backend" -> new BackendCommand();
            case "completion" -> new CompletionCommand();
            case "help" -> new HelpCommand(COMMANDS);
            default -> throw new IllegalArgumentException(name);
        };
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

    public CommandSpec spec() {
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
