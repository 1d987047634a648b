package org.latencyprobes.benchmarks;

import java.io.Console;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The command line: measures everything, prints the tables and whether the goals were met, and writes {@code docs/overhead.md}. */
@Command(
        name = "java -jar benchmarks.jar",
        description = "Measures what probes cost, on this JVM and on others.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class Overhead implements Callable<Integer> {

    /** How much: one of them. */
    private static final class Amount {
        @Option(names = "--full", description = "More rounds, longer ones, all combinations: about an hour for a JDK.")
        private boolean full;

        @Option(names = "--smoke", description = "Only shows that everything runs; the figures mean nothing.")
        private boolean smoke;
    }

    @ArgGroup
    private Amount amount = new Amount();

    @Option(names = "--rounds", paramLabel = "<times>", description = "How often everything is repeated.")
    private Integer rounds;

    @Option(
            names = "--jdk",
            paramLabel = "<home>",
            description = "A further JDK to measure on, 17 or newer; may be repeated.")
    private List<Path> homes = List.of();

    @Option(
            names = "--only",
            paramLabel = "<part>",
            split = ",",
            description = "Only these parts: ${COMPLETION-CANDIDATES}.")
    private List<ReportSection.Topic> only = List.of(ReportSection.Topic.values());

    @Option(names = "--write", paramLabel = "<file>", description = "Where the document goes, besides the terminal.")
    private Path file;

    @Option(
            names = "--agent",
            paramLabel = "<jar>",
            description = "The agent. Default: latency-probes-agent.jar beside this program's libraries.")
    private Path agent = Path.of(System.getProperty("java.class.path"))
            .toAbsolutePath()
            .resolveSibling("lib")
            .resolve("latency-probes-agent.jar");

    @Spec
    private CommandSpec spec;

    private final PrintStream out = System.out;

    private Overhead() {}

    /**
     * Measures.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        CommandLine commandLine = new CommandLine(new Overhead())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, line, result) -> failed(failure));
        System.exit(commandLine.execute(arguments));
    }

    private static int failed(Exception failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            System.err.println(cause.getMessage() == null ? cause.toString() : cause.getMessage());
        }
        return 1;
    }

    @Override
    public Integer call() throws Exception {
        BenchmarkPreset preset = preset();
        if (!Files.isReadable(agent)) {
            throw new ParameterException(spec.commandLine(), "Cannot read the agent: " + agent + " (--agent)");
        }
        StartUpJars jars = new StartUpJars();
        try {
            measure(preset, jdks(), jars);
        } finally {
            jars.delete();
        }
        return 0;
    }

    private BenchmarkPreset preset() {
        BenchmarkPreset preset =
                amount.full ? BenchmarkPreset.FULL : amount.smoke ? BenchmarkPreset.SMOKE : BenchmarkPreset.QUICK;
        if (rounds == null) {
            return preset;
        }
        if (rounds < 1) {
            throw new ParameterException(spec.commandLine(), "Invalid value for option '--rounds': at least 1");
        }
        return preset.withRounds(rounds);
    }

    private List<Jdk> jdks() throws IOException {
        List<Jdk> jdks = new ArrayList<>(List.of(Jdk.at(Path.of(System.getProperty("java.home")))));
        for (Path home : homes) {
            jdks.add(Jdk.at(home));
        }
        return jdks;
    }

    private void measure(BenchmarkPreset preset, List<Jdk> jdks, StartUpJars jars) throws Exception {
        BenchmarkEnvironment before = BenchmarkEnvironment.now();
        List<Suite> suites = suites(preset, jdks, jars);
        BenchmarkRounds rounds = new BenchmarkRounds(suites, preset.rounds());
        out.println("measuring on "
                + String.join(", ", jdks.stream().map(Jdk::label).toList()) + ": " + preset.rounds() + " rounds, about "
                + TrialProgress.duration(rounds.estimatedMillis()));
        if (before.isBusy()) {
            out.println("other programs are running (load average " + RoundValues.number(before.loadAverage(), 1)
                    + "): the figures will be worth little");
        }
        long tookMillis = rounds.run(out, isTerminal());
        OverheadReport report = new OverheadReport(suites, before, preset, jdks, tookMillis);
        out.println(report.text());
        if (file != null) {
            Files.writeString(file, report.markdown());
            out.println("written to " + file);
        }
    }

    /** From 22 to 24 every JVM has a console, and a method, unknown before, that tells whether it is a terminal. */
    private static boolean isTerminal() {
        Console console = System.console();
        try {
            return console != null
                    && (boolean) Console.class.getMethod("isTerminal").invoke(console);
        } catch (ReflectiveOperationException before22) {
            return true;
        }
    }

    private List<Suite> suites(BenchmarkPreset preset, List<Jdk> jdks, StartUpJars jars) {
        List<Suite> suites = new ArrayList<>();
        for (Jdk jdk : jdks) {
            if (only.contains(ReportSection.Topic.WOVEN)) {
                suites.add(new WovenSuite(preset, jdk, agent));
            }
            if (only.contains(ReportSection.Topic.RECORDER)) {
                suites.add(new RecorderSuite(preset, jdk));
            }
            if (only.contains(ReportSection.Topic.START_UP)) {
                suites.add(new StartUpSuite(preset, jdk, agent, jars));
            }
        }
        return suites;
    }
}
