package org.latencyprobes.demo.date;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.latencyprobes.demo.common.ChildRuns;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.OutputFolder;
import org.latencyprobes.demo.common.RecordProperties;
import org.latencyprobes.demo.common.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Compares how long a date's serialisation takes in a micro-benchmark and in a server, and says what became of the published claim. */
@Command(
        name = "date-serialisation",
        sortOptions = false,
        abbreviateSynopsis = true,
        description =
                "Measures the same probed method in a micro-benchmark (JMH, JLBH), at a server's rate without TCP, and in a"
                        + " TCP server; each in a JVM of its own, in turns.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:the comparison is complete",
            "1:an experiment failed, or the probe's counts differ from the other recorder's",
            "2:an option is wrong"
        })
public final class DateDemo implements Callable<Integer> {

    private final PrintStream out;

    @Mixin
    private DateOptions options;

    @Option(names = "--help", usageHelp = true, description = "Show this and exit.")
    private boolean help;

    @Spec
    private CommandSpec spec;

    private DateDemo(PrintStream out) {
        this.out = out;
    }

    /**
     * Runs the comparison.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        System.exit(commandLine(Terminal.out()).execute(arguments));
    }

    /** The program without its exit. */
    static CommandLine commandLine(PrintStream out) {
        return Terminal.commandLine(new DateDemo(out));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ExperimentSettings settings = options.settings();
        JavaRuntime java = Terminal.java(spec, "--java", options.java());
        Path agent = Terminal.agent(spec, "--agent", options.agent());
        OutputFolder output = Terminal.output(
                spec,
                options.output(),
                Stream.of(Experiment.values()).map(Experiment::id).toList());
        output.write(RecordProperties.of(settings));
        DateRounds rounds = new DateRounds(settings, new ChildCommand(java, agent, output), output);
        String setup = setup(settings, java);
        ChildRuns runs = ChildRuns.announced(out, setup, rounds.steps(), output);
        DateComparison comparison = rounds.run(runs);
        if (comparison.isEmpty()) {
            out.println("\nAll experiments failed: there is nothing to compare.");
            return 1;
        }
        DateReport report = new DateReport(comparison, setup);
        output.keep(report.markdown(), DateRunsCsv.of(comparison));
        out.println("\n" + report.text() + "\n" + output.contents());
        return report.countsEqual() && runs.failures() == 0 ? 0 : 1;
    }

    private static String setup(ExperimentSettings settings, JavaRuntime java) {
        return String.format(
                Locale.ROOT,
                "Date serialisation on %s, %d CPUs; rounds: %d, runs in each: %d; in the server %,d/s, %s sockets%s.",
                java.label(),
                Runtime.getRuntime().availableProcessors(),
                settings.rounds(),
                settings.runs(),
                settings.rate(),
                settings.spinning() ? "spinning" : "blocking",
                settings.cachePressureBytes() == 0
                        ? ""
                        : String.format(Locale.ROOT, ", cache pressure of %,d bytes", settings.cachePressureBytes()));
    }
}
