package org.latencyprobes.demo.date;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

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
    private Options options;

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
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.exit(commandLine(out).execute(arguments));
    }

    /** The program without its exit; a wrong option gets a line or two, not the whole usage. */
    static CommandLine commandLine(PrintStream out) {
        return new CommandLine(new DateDemo(out)).setParameterExceptionHandler((exception, arguments) -> {
            PrintWriter err = exception.getCommandLine().getErr();
            err.println(exception.getMessage());
            UnmatchedArgumentException.printSuggestions(exception, err);
            err.println("--help lists all options.");
            return CommandLine.ExitCode.USAGE;
        });
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        Settings settings = options.settings();
        JavaRuntime java = java();
        Path agent = agent();
        OutputFolder output = output(settings);
        Progress progress = new Progress(out, isTerminal(), settings);
        String setup = setup(settings, java);
        out.println(setup + "\nWill take about " + Progress.duration(progress.expectedMillis(settings.rounds()))
                + "; logs and figures go to " + output.root() + "\n");
        Rounds rounds = new Rounds(settings, new ChildJvms(java, agent, output), output, out, progress);
        Comparison comparison = rounds.run();
        if (comparison.isEmpty()) {
            out.println("\nAll experiments failed: there is nothing to compare.");
            return 1;
        }
        return close(new Report(comparison, setup), comparison, output) && rounds.failures() == 0 ? 0 : 1;
    }

    private boolean close(Report report, Comparison comparison, OutputFolder output) throws IOException {
        Files.writeString(output.markdown(), report.markdown());
        Files.writeString(output.csv(), RunsCsv.of(comparison));
        out.println("\n" + report.text() + "\nThe same with every run: " + output.markdown() + ", " + output.csv()
                + "; histograms and logs: " + output.root().resolve("round-*"));
        return report.countsEqual();
    }

    /** JDK 22 to 24 would say yes to everything unless told to ask the operating system, as the others do. */
    private static boolean isTerminal() {
        System.setProperty("jdk.console", "java.base");
        return System.console() != null;
    }

    private static String setup(Settings settings, JavaRuntime java) {
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

    private JavaRuntime java() {
        try {
            JavaRuntime java = JavaRuntime.of(options.java());
            if (java.feature() >= JavaRuntime.OLDEST) {
                return java;
            }
            throw wrong("--java", options.java(), "it is a " + java.label() + ", allowed are 17 and newer");
        } catch (IOException e) {
            throw wrong("--java", options.java(), "it does not run as a java (" + e.getMessage() + ")");
        }
    }

    private Path agent() {
        Path agent = options.agent().toAbsolutePath();
        if (!Files.isRegularFile(agent)) {
            throw wrong("--agent", agent, "there is no such file; the build puts it beside the libraries");
        }
        return agent;
    }

    private OutputFolder output(Settings settings) {
        OutputFolder output = new OutputFolder(options.output());
        try {
            output.prepare();
            output.write(settings);
            return output;
        } catch (IOException e) {
            throw wrong("--output", options.output(), "no folder that can be written to (" + e + ")");
        }
    }

    private ParameterException wrong(String option, Path value, String reason) {
        return new ParameterException(
                spec.commandLine(), "Invalid value for option '" + option + "': '" + value + "': " + reason);
    }
}
