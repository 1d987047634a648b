package org.latencyprobes.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.latencyprobes.benchmarks.subject.AgentArguments;
import org.latencyprobes.benchmarks.subject.StartUpJars;
import org.latencyprobes.benchmarks.trial.BenchmarkPreset;
import org.latencyprobes.benchmarks.trial.ReportSection;
import org.latencyprobes.benchmarks.trial.RoundValues;
import org.latencyprobes.benchmarks.trial.Suite;
import org.latencyprobes.demo.common.Folders;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.StepProgress;
import org.latencyprobes.demo.common.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command that measures everything, prints the tables and the goals, and writes {@code docs/internals/overhead.md}. */
@Command(
        name = "java -jar benchmarks.jar",
        description = "Measures what probes cost, on this JVM and on others.",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        usageHelpAutoWidth = true)
public final class Overhead implements Callable<Integer> {

    /** The options for the amount of measuring. At most one of them is given. */
    private static final class Amount {
        @Option(
                names = "--full",
                description =
                        "More rounds, longer ones, all combinations: about two hours for two JDKs, not 15 minutes.")
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
    private Path agent;

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
        CommandLine commandLine = Terminal.commandLine(new Overhead());
        commandLine.getCommandSpec().usageMessage().footer(parts());
        commandLine
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExecutionExceptionHandler((failure, line, result) -> failed(failure));
        System.exit(commandLine.execute(arguments));
    }

    /** What is measured, for the help. */
    private static String[] parts() {
        List<String> lines =
                new ArrayList<>(List.of("", "Without --only all of this is measured, and judged by its goals:"));
        for (ReportSection.Topic part : ReportSection.Topic.values()) {
            lines.add(String.format("  %-9s %s", part, String.join("\n" + " ".repeat(12), part.content())));
        }
        return lines.toArray(new String[0]);
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
        agent = Terminal.agent(spec, "--agent", agent);
        Path scratch = Files.createTempDirectory("latency-probes-benchmarks");
        try {
            measure(preset, jdks(), scratch);
        } finally {
            Folders.delete(scratch);
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
            throw Terminal.wrong(spec, "--rounds", rounds, "at least 1");
        }
        return preset.withRounds(rounds);
    }

    private List<JavaRuntime> jdks() throws IOException {
        List<JavaRuntime> jdks = new ArrayList<>(List.of(JavaRuntime.of(JavaRuntime.own())));
        for (Path home : homes) {
            jdks.add(Terminal.java(spec, "--jdk", home.resolve("bin").resolve("java")));
        }
        return jdks;
    }

    private void measure(BenchmarkPreset preset, List<JavaRuntime> jdks, Path scratch) throws Exception {
        BenchmarkEnvironment before = BenchmarkEnvironment.now();
        OtherLoad others = new OtherLoad();
        Map<JavaRuntime, List<Suite>> suites = suites(preset, jdks, scratch);
        BenchmarkRounds rounds = new BenchmarkRounds(
                suites.values().stream().flatMap(List::stream).toList(),
                preset.rounds(),
                out,
                Terminal.isInteractive());
        out.println("measuring on "
                + String.join(", ", jdks.stream().map(JavaRuntime::label).toList()) + ": " + preset.rounds()
                + " rounds, about "
                + StepProgress.duration(rounds.estimatedMillis()));
        if (before.isBusy()) {
            out.println("other programs are running (load average " + RoundValues.number(before.loadAverage(), 1)
                    + "): the figures will be worth little");
        }
        long tookMillis = rounds.run();
        OverheadReport report =
                new OverheadReport(suites, before, preset, others.otherCpus(), StepProgress.duration(tookMillis));
        out.println(report.text());
        if (file != null) {
            Files.writeString(file, report.markdown());
            out.println("written to " + file);
        }
    }

    private Map<JavaRuntime, List<Suite>> suites(BenchmarkPreset preset, List<JavaRuntime> jdks, Path scratch)
            throws IOException, InterruptedException {
        Map<JavaRuntime, List<Suite>> suites = new LinkedHashMap<>();
        StartUpJars jars = new StartUpJars(scratch);
        Path peers = agent.toAbsolutePath().resolveSibling("peers");
        for (JavaRuntime jdk : jdks) {
            AgentArguments agents = new AgentArguments(jdk, agent, peers, scratch);
            List<Suite> chosen = new ArrayList<>();
            for (ReportSection.Topic topic : only) {
                chosen.add(
                        switch (topic) {
                            case APPLICATION -> new ApplicationSuite(preset, agents, jars);
                            case WOVEN -> new WovenSuite(preset, agents);
                            case NESTED -> new NestedSuite(preset, agents);
                            case RECORDER -> new RecorderSuite(preset, jdk);
                            case START_UP -> new StartUpSuite(preset, agents, jars);
                        });
            }
            suites.put(jdk, chosen);
        }
        return suites;
    }
}
