package org.latencyprobes.demo.fix;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import org.latencyprobes.demo.common.WholeNumber;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.measure.WaitStrategy;
import org.latencyprobes.demo.fix.measure.Workload;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of the command line. Without an option the preset holds: the short one, or the full one. */
final class FixOptions {

    /** The rate of pairs with and without the agent, if it is among the rates. */
    private static final int USUAL_AGENT_RATE = 10_000;

    @Option(
            names = "--full",
            description =
                    "All engines, the published rates and counts, five pairs with and without the agent. Takes an hour and a half.")
    private boolean full;

    @Option(
            names = "--scenario",
            split = ",",
            converter = ScenarioNames.class,
            paramLabel = "<scenario>",
            description =
                    "jlbh: orders at several rates; latency2: 1,000 orders a second, every round trip kept; parse: the"
                            + " parser alone; all. Default all.")
    private List<Scenario> scenarios;

    @Option(
            names = "--engines",
            split = ",",
            converter = EngineList.EngineNames.class,
            paramLabel = "<name>",
            description = "Engines, by name, or all. Default: one of each kind; full: all.")
    private List<Engine> engines;

    @Option(
            names = "--rates",
            split = ",",
            converter = WholeNumber.Rate.class,
            paramLabel = "<per second>",
            description = "Orders per second of the scenario jlbh. Default 2000,10000; full: 2000,10000,50000.")
    private List<Integer> rates;

    @Option(
            names = "--parse-rates",
            split = ",",
            converter = WholeNumber.Rate.class,
            paramLabel = "<per second>",
            description = "Messages per second of the scenario parse. Default 100000; full: 10000,50000,100000,200000.")
    private List<Integer> parseRates;

    @Option(
            names = "--runs",
            converter = WholeNumber.Times.class,
            paramLabel = "<times>",
            description = "Runs in each JVM; up to 2 more where others used the machine meanwhile. Default 3.")
    private Integer runs;

    @Option(
            names = "--iterations",
            converter = MessageCount.class,
            paramLabel = "<messages>",
            description = "Messages per run. Default: 1.5 s of them, of latency2 10,000 as published; full: 10 s.")
    private Integer iterations;

    @Option(
            names = "--warm-up",
            converter = MessageCount.class,
            paramLabel = "<messages>",
            description = "Messages before the first run, as fast as they are answered. Default 150,000.")
    private Integer warmUp;

    @Option(
            names = "--idle",
            converter = Millis.class,
            paramLabel = "<ms>",
            description = "Pause between warm-up and first run. Default 2,000.")
    private Integer idle;

    @Option(
            names = "--agent",
            negatable = true,
            description =
                    "Measure each engine with the agent too, at 10,000/s: where the time goes inside it, and what that"
                            + " costs. Default yes.")
    private Boolean agent;

    @Option(
            names = "--pairs",
            converter = WholeNumber.Times.class,
            paramLabel = "<times>",
            description =
                    "How often each engine is measured with and without the agent, one right after the other; from 3 on the"
                            + " difference has an interval. Default 1; full: 5.")
    private Integer pairs;

    @Option(names = "--two-jvms", description = "Client and server in JVMs of their own. Default: in one.")
    private boolean twoJvms;

    @Option(
            names = "--generator",
            paramLabel = "<how>",
            description =
                    "How the sending thread waits: ${COMPLETION-CANDIDATES}. Default spin on 4 or more CPUs, else yield."
                            + " Engines have names of their own for spinning and blocking.")
    private WaitStrategy generator;

    @Option(
            names = "--pin-generator",
            converter = WholeNumber.CpuNumber.class,
            paramLabel = "<cpu>",
            description = "Pin the sending thread to this CPU.")
    private Integer pinGenerator;

    @Option(
            names = "--pin-client",
            converter = WholeNumber.CpuNumber.class,
            paramLabel = "<cpu>",
            description = "Pin the engine's threads of the client's side to this CPU.")
    private Integer pinClient;

    @Mixin
    private JvmOptions jvm;

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

    JvmOptions jvm() {
        return jvm;
    }

    Path output() {
        return output;
    }

    /** The jar, or null for the one beside this program. */
    Path agentJar() {
        return agentJar;
    }

    /**
     * Returns the schedule that the options ask for.
     *
     * @param connect host and port of a server elsewhere, or empty
     */
    Schedule schedule(String connect) {
        Preset preset = overridden(full ? Preset.FULL : Preset.USUAL);
        return new Schedule(
                engines == null
                        ? EngineList.usual(full)
                        : engines.stream().distinct().toList(),
                scenarios == null ? EnumSet.allOf(Scenario.class) : EnumSet.copyOf(scenarios),
                preset,
                agentRate(preset.rates().jlbh()),
                new Workload.Threads(generator(), cpu(pinGenerator), cpu(pinClient), cpu(jvm.pinServer())),
                new Workload.Sides(twoJvms, connect));
    }

    private Preset overridden(Preset preset) {
        Preset.Lengths lengths = preset.lengths();
        Preset.Repeats repeats = preset.repeats();
        return new Preset(
                new Preset.Rates(
                        rates == null ? preset.rates().jlbh() : rates,
                        parseRates == null ? preset.rates().parse() : parseRates),
                new Preset.Lengths(
                        or(iterations, lengths.messages()),
                        lengths.jlbhSeconds(),
                        lengths.latency2Messages(),
                        lengths.parseSeconds()),
                new Preset.Repeats(
                        or(warmUp, repeats.warmUp()),
                        or(idle, repeats.idleMillis()),
                        or(runs, repeats.runs()),
                        or(pairs, repeats.pairs())));
    }

    private int agentRate(List<Integer> jlbhRates) {
        if (agent != null && !agent) {
            return 0;
        }
        return jlbhRates.contains(USUAL_AGENT_RATE) ? USUAL_AGENT_RATE : jlbhRates.get(jlbhRates.size() - 1);
    }

    private WaitStrategy generator() {
        if (generator != null) {
            return generator;
        }
        return EngineList.hasCpusForSpinning() ? WaitStrategy.spin : WaitStrategy.yield;
    }

    private static int cpu(Integer given) {
        return or(given, Workload.Threads.NOT_PINNED);
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

    /** The length of a pause in ms. */
    static final class Millis extends WholeNumber {
        Millis() {
            super(0, 60_000);
        }
    }

    /** A converter for the name of one scenario, or all. */
    static final class ScenarioNames extends NameOrAll<Scenario> {
        ScenarioNames() {
            super("scenario", List.of(Scenario.values()), Scenario::id);
        }
    }
}
