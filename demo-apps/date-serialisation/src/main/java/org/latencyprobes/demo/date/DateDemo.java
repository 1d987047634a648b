package org.latencyprobes.demo.date;

import java.io.IOException;
import java.io.PrintStream;
import org.latencyprobes.demo.common.DemoCommand;
import org.latencyprobes.demo.common.OutputFolder;
import org.latencyprobes.demo.common.Terminal;
import org.latencyprobes.demo.common.figures.RecordFile;
import org.latencyprobes.demo.date.experiment.ExperimentSettings;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command that compares how long a date's serialisation takes in a micro-benchmark and in a server, and checks the published claim. */
@Command(
        name = "date-serialisation",
        sortOptions = false,
        abbreviateSynopsis = true,
        description =
                "Measures the same probed method in a micro-benchmark (JMH, JLBH), and at a server's rate with and without TCP,"
                        + " by threads that spin and that sleep; each in a JVM of its own, in turns.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {
            "0:the comparison is complete",
            "1:an experiment failed, or the probe's counts differ from the other recorder's",
            "2:an option is wrong"
        })
public final class DateDemo extends DemoCommand {

    @Mixin
    private DateOptions options;

    private DateDemo(PrintStream out) {
        super(out);
    }

    /**
     * Runs the comparison.
     *
     * @param arguments see {@code --help}
     */
    public static void main(String[] arguments) {
        System.exit(commandLine(Terminal.out()).execute(arguments));
    }

    /** The program, which returns its exit code. */
    static CommandLine commandLine(PrintStream out) {
        return Terminal.commandLine(new DateDemo(out));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        ExperimentSettings settings = options.settings();
        var java = Terminal.java(spec(), "--java", options.java());
        var agent = Terminal.agent(spec(), "--agent", options.agent());
        OutputFolder output = Terminal.output(spec(), options.output());
        output.clear();
        RecordFile.save(settings, output.settings());
        return new DateExperiments(settings, java, agent, output).run(out(), output);
    }
}
