package org.latencyprobes.demo.fix;

import java.io.IOException;
import java.io.PrintStream;
import org.latencyprobes.demo.common.DemoCommand;
import org.latencyprobes.demo.common.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The command that compares FIX engines end to end and inside, and checks the published claims. */
@Command(
        name = "fix",
        sortOptions = false,
        abbreviateSynopsis = true,
        description =
                "Measures FIX engines: orders over TCP and back, each engine in JVMs of its own, in blocks. Without options"
                        + " it asks one question in less than four minutes: how much longer QuickFIX/J takes than an engine of"
                        + " little garbage at 10,000 orders a second, by p50. --full asks all others.",
        exitCodeListHeading = "Exit codes:%n",
        exitCodeList = {"0:all was measured", "1:a measurement failed; the others are complete", "2:an option is wrong"
        })
public final class FixDemo extends DemoCommand {

    @Mixin
    private FixOptions options;

    private FixDemo(PrintStream out) {
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
        return Terminal.commandLine(new FixDemo(out));
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        return FixMeasurements.run(this, options);
    }
}
