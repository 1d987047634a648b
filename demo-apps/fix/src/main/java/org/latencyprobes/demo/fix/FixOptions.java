package org.latencyprobes.demo.fix;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.latencyprobes.demo.common.JavaRuntime;
import org.latencyprobes.demo.common.Terminal;
import org.latencyprobes.demo.common.WaitStrategy;
import org.latencyprobes.demo.common.WholeNumber;
import org.latencyprobes.demo.fix.comparison.Cells;
import org.latencyprobes.demo.fix.comparison.Preset;
import org.latencyprobes.demo.fix.comparison.Scenario;
import org.latencyprobes.demo.fix.comparison.Schedule;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.registry.Engines;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of the command line. Without an option the preset holds: the short one, or the full one. */
final class FixOptions {

    /** The number of CPUs from which the two sides of an engine and the generator can all spin. */
    private static final int CPUS_FOR_SPINNING = 4;

    @Option(
            names = "--full",
            description = "All claims, rates and engines, with and without the agent, and the steps from the published"
                    + " configuration to ours. Takes up to 45 minutes.")
    private boolean full;

    @Option(
            names = "--plan",
            description = "Print what would be measured, and about how long it takes, and measure nothing.")
    private boolean plan;

    @Option(
            names = "--scenario",
            split = ",",
            converter = ScenarioNames.class,
            paramLabel = "<scenario>",
            description = "jlbh: orders at several rates; published: the published configuration, and then one thing"
                    + " changed after the other; latency2: 1,000 orders a second, every round trip kept; parse: the"
                    + " parser alone; all. Default jlbh; full: all.")
    private List<Scenario> scenarios;

    @Option(
            names = "--engines",
            split = ",",
            converter = EngineNames.class,
            paramLabel = "<name>",
            description =
                    "Engines, by name, or all. Default: those that the claims are about; full: at 10,000/s all but those"
                            + " with a store and as published.")
    private List<Engine> engines;

    @Option(
            names = "--without",
            split = ",",
            converter = EngineNames.class,
            paramLabel = "<name>",
            description = "Engines to leave out, by name.")
    private List<Engine> without = List.of();

    @Option(
            names = "--rates",
            split = ",",
            converter = WholeNumber.Rate.class,
            paramLabel = "<per second>",
            description =
                    "Orders per second of the scenario jlbh; the first is that of the claims. Default 10000; full:"
                            + " 10000,2000,50000.")
    private List<Integer> rates;

    @Option(
            names = "--blocks",
            converter = WholeNumber.Times.class,
            paramLabel = "<times>",
            description = "Blocks: one JVM of each engine, in random order. Default 6; full: 10, and 6, 5 or 3 of what"
                    + " the primary claim is not about.")
    private Integer blocks;

    @Option(
            names = "--runs",
            converter = WholeNumber.Times.class,
            paramLabel = "<times>",
            description = "Measured runs in each JVM; all of them count as one. Default 1; published: 3; parse: 5.")
    private Integer runs;

    @Option(
            names = "--iterations",
            converter = MessageCount.class,
            paramLabel = "<messages>",
            description =
                    "Messages per run. Default: 2 s of them; full: 3 s; parse: a third of that; published: 20,000;"
                            + " latency2: 10,000.")
    private Integer iterations;

    @Option(
            names = "--warm-up",
            converter = MessageCount.class,
            paramLabel = "<messages>",
            description = "Messages before the first run, as fast as they are answered. A run at the measured rate"
                    + " follows, which is dropped. Default 150,000; published: 20,000, and no run.")
    private Integer warmUp;

    @Option(
            names = "--agent",
            negatable = true,
            description = "Measure engines with the agent too, at the first rate: where the time goes inside them."
                    + " Default no; full: yes.")
    private Boolean agent;

    @Option(
            names = "--heap",
            converter = Heap.class,
            paramLabel = "<size>",
            description = "The heap of each JVM, all of it from the start. Default 1g.")
    private String heap = "1g";

    @Option(
            names = "--java",
            paramLabel = "<executable>",
            description = "The java that measures, 17 or newer. Default: the one that runs this.")
    private Path java = JavaRuntime.own();

    @Option(
            names = "--output",
            paramLabel = "<folder>",
            description = "Where the comparison, the histograms and the logs go. Default ${DEFAULT-VALUE}.",
            defaultValue = "fix-output")
    private Path output;

    @Option(
            names = "--agent-jar",
            paramLabel = "<jar>",
            description =
                    "The Latency Probes agent. Default: latency-probes-agent.jar beside this program's libraries.")
    private Path agentJar;

    Path java() {
        return java;
    }

    List<String> jvmFlags() {
        return List.of("-Xms" + heap, "-Xmx" + heap);
    }

    /** The JVM's collector by its own name, if it starts with that heap. */
    String collector(CommandSpec spec, JavaRuntime runtime) {
        try {
            return runtime.collector(jvmFlags());
        } catch (IOException e) {
            throw Terminal.wrong(spec, "--heap", heap, e.getMessage());
        }
    }

    Path output() {
        return output;
    }

    /** The jar, or null for the one beside this program. */
    Path agentJar() {
        return agentJar;
    }

    boolean onlyPlans() {
        return plan;
    }

    /** Returns the schedule that the options ask for. */
    Schedule schedule() {
        Preset preset = overridden(full ? Preset.FULL : Preset.USUAL);
        Set<Scenario> asked =
                EnumSet.copyOf(scenarios != null ? scenarios : full ? Scenario.NAMED : List.of(Scenario.JLBH));
        List<Engine> named =
                engines == null ? List.of() : engines.stream().distinct().toList();
        boolean probed = agent == null ? full : agent;
        return new Schedule(
                Cells.of(preset, asked, named, full, probed ? preset.rates().get(0) : 0).stream()
                        .filter(cell -> without.stream()
                                .noneMatch(engine ->
                                        engine.name().equals(cell.engine().name())))
                        .toList(),
                preset,
                waiting());
    }

    private Preset overridden(Preset preset) {
        return new Preset(
                rates == null ? preset.rates() : rates,
                preset.parseRates(),
                or(blocks, preset.blocks()),
                or(iterations, preset.messages()),
                preset.seconds(),
                or(warmUp, preset.warmUp()),
                preset.idleMillis(),
                or(runs, preset.runs()));
    }

    private static WaitStrategy waiting() {
        return Runtime.getRuntime().availableProcessors() >= CPUS_FOR_SPINNING ? WaitStrategy.spin : WaitStrategy.yield;
    }

    private static int or(Integer given, int preset) {
        return given == null ? preset : given;
    }

    /** A number of messages that are all kept in memory. */
    static final class MessageCount extends WholeNumber {
        MessageCount() {
            super(100, 5_000_000);
        }
    }

    /** A converter for the name of one scenario, or all. */
    static final class ScenarioNames extends NameOrAll<Scenario> {
        ScenarioNames() {
            super("scenario", Scenario.NAMED, Scenario::id);
        }
    }

    /** A converter for the name of one engine, or all. */
    static final class EngineNames extends NameOrAll<Engine> {
        EngineNames() {
            super("engine", Engines.all(), Engine::name);
        }
    }

    /** A converter for the size of a heap. */
    static final class Heap implements ITypeConverter<String> {

        @Override
        public String convert(String text) {
            if (text.matches("[1-9]\\d{0,5}[mMgG]")) {
                return text;
            }
            throw new TypeConversionException("'" + text + "' is not a size such as 512m or 2g");
        }
    }
}
