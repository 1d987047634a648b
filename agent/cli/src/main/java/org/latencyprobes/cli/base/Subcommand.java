package org.latencyprobes.cli.base;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.cli.file.Output;
import org.latencyprobes.cli.jvm.UnreachableException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/**
 * A command of the command line with its options and parameters. They are built in code, since picocli takes longer to read annotations than
 * most commands take. A value is there once the command line has been parsed.
 */
public abstract class Subcommand implements Callable<Integer> {

    /** The name of the program in help and examples. */
    public static final String PROGRAM = "latency-probes";

    private static final Map<Character, String> EXIT_CODES = Map.of(
            '0', "done",
            '1', "failed or refused, with the reason",
            '2', "wrong command line",
            '3', "the JVM cannot be reached",
            '4', "the JVM has no agent",
            '5', "with --rules: inconclusive, where 0 is passed and 1 is failed");

    private final CommandSpec spec = CommandSpec.wrapWithoutInspection(this);
    private Console console;

    /**
     * Makes a command without options and parameters.
     *
     * @param name the word for it on the command line
     * @param header the line that says what it does
     * @param description the paragraphs below its synopsis
     */
    protected Subcommand(String name, String header, String... description) {
        spec.name(name).usageMessage().header(header).description(description);
    }

    /** Adds the lines at the end of the help. A line gets the program in front of it, unless it has it. */
    protected final void examples(String... lines) {
        for (int i = 0; i < lines.length; i++) {
            lines[i] = "  " + (lines[i].contains(PROGRAM) ? "" : PROGRAM + ' ') + lines[i];
        }
        spec.usageMessage().footerHeading("%nExamples:%n").footer(lines);
    }

    /** An option with one value. */
    public static OptionSpec.Builder option(Class<?> type, String label, String... names) {
        OptionSpec.Builder option = OptionSpec.builder(names).type(type).paramLabel(label);
        return type == Integer.class ? option.converters(Subcommand::number) : option;
    }

    private static Integer number(String text) {
        try {
            return Integer.valueOf(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException('"' + text + "\" is not a whole number");
        }
    }

    /** An option that may be given more than once. Its value is a list of texts. */
    protected static OptionSpec.Builder repeatable(String label, String name) {
        return option(List.class, label, name).auxiliaryTypes(String.class).initialValue(List.of());
    }

    /** An option whose value is a time. */
    protected static OptionSpec.Builder duration(String name) {
        return option(Duration.class, "<duration>", name).converters(new DurationConverter());
    }

    /** The option for how many of something, 20 by default. */
    protected static OptionSpec most(String what) {
        return option(Integer.class, "<n>", "-n")
                .defaultValue("20")
                .description("At most that many " + what + ". Default: ${DEFAULT-VALUE}.")
                .build();
    }

    /** A parameter, which has to be given. */
    protected static PositionalParamSpec.Builder parameter(Class<?> type, String label, String index) {
        return PositionalParamSpec.builder()
                .type(type)
                .paramLabel(label)
                .index(index)
                .required(true);
    }

    /** All parameters from one on. Their value is a list of texts. */
    protected static PositionalParamSpec.Builder words(String label, String index, String arity) {
        return parameter(List.class, label, index)
                .arity(arity)
                .required(!arity.startsWith("0"))
                .auxiliaryTypes(String.class)
                .initialValue(List.of());
    }

    /** Adds an option that takes no value. */
    public final Supplier<Boolean> flag(String name, String description) {
        return value(OptionSpec.builder(name)
                .type(boolean.class)
                .initialValue(false)
                .description(description)
                .build());
    }

    /** Adds the option for more. */
    protected final Supplier<Boolean> verbose(String what) {
        return flag("-v", "Say more: " + what);
    }

    /** Adds the option for names of probes. */
    protected final Supplier<List<String>> probeNames() {
        return value(repeatable("<name>", "--probe")
                .description("Only probes of that name; * stands for any characters. May be given more than once.")
                .build());
    }

    /** Adds the option for tags of probes. */
    protected final Supplier<Map<String, String>> tags() {
        return value(option(Map.class, "<key=value>", "--tag")
                .auxiliaryTypes(String.class, String.class)
                .initialValue(Map.of())
                .description("Only probes with that tag. May be given more than once; then with all of them.")
                .build());
    }

    /** Adds an option or a parameter, whose value is of the type that it names. It is null if it was not given and has no default. */
    public final <T> Supplier<T> value(ArgSpec argument) {
        spec.add(argument);
        return argument::getValue;
    }

    /** Becomes a command of a root, and prints on this console. */
    public final void addTo(CommandSpec root, Console shared) {
        console = shared;
        if (!forms().isEmpty()) {
            value(option(List.class, "<form>[=<file>]", "-o")
                    .auxiliaryTypes(Output.class)
                    .initialValue(List.of())
                    .converters(this::output)
                    .description(said(forms()))
                    .build());
        }
        standardise(spec, exitCodes());
        root.addSubcommand(spec.name(), spec);
    }

    private Output output(String written) {
        try {
            Output output = Output.parse(written, forms());
            console.add(output);
            return output;
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }

    private static String said(List<Output.Form> forms) {
        return "What to print: " + Output.words(forms) + ". With =<file> it goes there"
                + (forms.size() > 2 ? "; may be given more than once." : ".");
    }

    /** The forms in which this command can write its answer, text and JSON first; none where it prints what is no answer. */
    protected List<Output.Form> forms() {
        return List.of(Output.Form.TEXT, Output.Form.JSON);
    }

    /** Gives a command what all have: the order of options, the options for help and version, and exit codes. */
    public static void standardise(CommandSpec command, String exitCodes) {
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

    /** The exit codes that it may end with, a digit each. */
    protected String exitCodes() {
        return "012";
    }

    /** Runs the command and returns its exit code. */
    @Override
    public abstract Integer call() throws UnreachableException;

    public final CommandSpec spec() {
        return spec;
    }

    /** What this prints on. */
    public final Console console() {
        return console;
    }

    public final boolean isJson() {
        return console.isJson();
    }

    /** Whether the command line has an option. */
    public final boolean isGiven(String option) {
        return spec.commandLine().getParseResult().hasMatchedOption(option);
    }

    /** Refuses a number that is too small. */
    protected final void requireAtLeast(String option, int value, int least) {
        if (value < least) {
            throw usageError(option + ' ' + value + " is not allowed; it takes a number from " + least);
        }
    }

    /** The exception for a wrong command line. */
    public final ParameterException usageError(String message) {
        return new ParameterException(spec.commandLine(), message);
    }
}
