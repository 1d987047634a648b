package org.latencyprobes.demo.date;

import java.nio.file.Path;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.WholeNumber;
import org.latencyprobes.demo.date.experiment.ExperimentSettings;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** The options of the command line. Without an option the preset holds: the short one, or the published one. */
final class DateOptions {

    /** The number of CPUs from which JLBH's spinning sampler has one of its own. */
    private static final int CPUS_FOR_OS_JITTER = 4;

    @Option(
            names = "--full",
            description = "The published rates and iteration counts, micro-benchmarks and spinning sockets.")
    private boolean full;

    @Option(
            names = "--rate",
            converter = WholeNumber.Rate.class,
            paramLabel = "<per second>",
            description =
                    "Calls per second with and without a socket, spinning and sleeping. Default 5,000; full: 20,000.")
    private Integer rate;

    @Option(
            names = "--iterations",
            converter = WholeNumber.CallCount.class,
            paramLabel = "<calls>",
            description = "Calls per run of these four. Default 10,000; full: 100,000.")
    private Integer iterations;

    @Option(
            names = "--warm-up",
            converter = WholeNumber.CallCount.class,
            paramLabel = "<calls>",
            description = "Calls before their first run. Default 60,000; full: 50,000.")
    private Integer warmUp;

    @Option(
            names = "--micro-jlbh",
            negatable = true,
            description = "Run the JLBH micro-benchmark too. Default: only with --full.")
    private Boolean microJlbh;

    @Option(
            names = "--micro-rate",
            converter = WholeNumber.Rate.class,
            paramLabel = "<per second>",
            description = "Calls per second of the JLBH micro-benchmark. Default 100,000.")
    private Integer microRate;

    @Option(
            names = "--micro-iterations",
            converter = WholeNumber.CallCount.class,
            paramLabel = "<calls>",
            description = "Calls per run there. Default 200,000; full: 1,000,000.")
    private Integer microIterations;

    @Option(
            names = "--runs",
            converter = WholeNumber.Times.class,
            paramLabel = "<times>",
            description = "Runs in each JVM; the first is shown, but not compared. Default 2; full: 3.")
    private Integer runs;

    @Option(
            names = "--rounds",
            converter = WholeNumber.Times.class,
            paramLabel = "<times>",
            description = "How often all experiments are repeated, each time in new JVMs. Default 5.")
    private Integer rounds;

    @Option(
            names = "--jmh-seconds",
            converter = WholeNumber.Times.class,
            paramLabel = "<seconds>",
            description =
                    "Length of a JMH iteration. Default 1 (3 of warm-up, then as many as there are runs); full: 3 (6 and 5).")
    private Integer jmhSeconds;

    @ArgGroup
    private Sockets sockets = new Sockets();

    /** The kinds of sockets. At most one of them is given. */
    private static final class Sockets {
        @Option(
                names = "--blocking",
                description = "The verdict is about sockets that wait in the kernel. The default.")
        private boolean blocking;

        @Option(
                names = "--spinning",
                description = "The verdict is about sockets that are polled; default with --full.")
        private boolean spinning;
    }

    @Option(
            names = "--output",
            paramLabel = "<folder>",
            description = "Where the comparison, the histograms and the logs go. Default ${DEFAULT-VALUE}.",
            defaultValue = "date-serialisation-output")
    private Path output;

    @Option(
            names = "--java",
            paramLabel = "<executable>",
            description = "The java that runs the experiments, 17 or newer. Default: the one that runs this.")
    private Path java = JavaRuntime.own();

    @Option(
            names = "--agent",
            paramLabel = "<jar>",
            description =
                    "The Latency Probes agent. Default: latency-probes-agent.jar beside this program's libraries.")
    private Path agent;

    Path output() {
        return output;
    }

    Path java() {
        return java;
    }

    /** The jar, or null for the one beside this program. */
    Path agent() {
        return agent;
    }

    ExperimentSettings settings() {
        return new ExperimentSettings(
                or(rate, 5_000, 20_000),
                or(iterations, 10_000, 100_000),
                or(warmUp, 60_000, 50_000),
                or(microRate, 100_000, 100_000),
                or(microIterations, 200_000, 1_000_000),
                full ? 400_000 : 200_000,
                or(runs, 2, 3),
                or(rounds, 5, 5),
                full ? 6 : 3,
                full ? 5 : or(runs, 2, 3),
                or(jmhSeconds, 1, 3),
                microJlbh == null ? full : microJlbh,
                sockets.spinning || full && !sockets.blocking,
                full && hasCpusForOsJitter());
    }

    private int or(Integer given, int usual, int published) {
        if (given != null) {
            return given;
        }
        return full ? published : usual;
    }

    private static boolean hasCpusForOsJitter() {
        return Runtime.getRuntime().availableProcessors() >= CPUS_FOR_OS_JITTER;
    }
}
