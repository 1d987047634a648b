package org.latencyprobes.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.latencyprobes.benchmarks.WovenGroup.Method;
import org.latencyprobes.benchmarks.subject.AgentArguments;
import org.latencyprobes.benchmarks.subject.Variant;
import org.latencyprobes.benchmarks.subject.WovenBenchmark;
import org.latencyprobes.benchmarks.trial.BenchmarkPreset;
import org.latencyprobes.benchmarks.trial.GoalCheck;
import org.latencyprobes.benchmarks.trial.ReportSection;
import org.latencyprobes.benchmarks.trial.ReportSection.Topic;
import org.latencyprobes.benchmarks.trial.RoundValues;
import org.latencyprobes.benchmarks.trial.Suite;
import org.latencyprobes.benchmarks.trial.Trial;
import org.latencyprobes.internal.report.Grid;

/** The suite of ten methods within each other on one JDK, each of them timed by our agent or by a peer. */
final class NestedSuite implements Suite {

    static final double LIMIT = 0.90;

    private static final List<Variant> VARIANTS = List.of(
            Variant.BARE,
            Variant.AGAIN,
            Variant.ON,
            Variant.ON_SELF,
            Variant.OFF,
            Variant.FLIGHT_RECORDER,
            Variant.OPEN_TELEMETRY,
            Variant.BYTEMAN,
            Variant.ASYNC_PROFILER);
    private static final List<Variant> COLD = List.of(
            Variant.ON,
            Variant.ON_SELF,
            Variant.FLIGHT_RECORDER,
            Variant.OPEN_TELEMETRY,
            Variant.BYTEMAN,
            Variant.ASYNC_PROFILER);

    private final BenchmarkPreset preset;
    private final AgentArguments agents;
    private final WovenGroup group;
    private final ColdFigures cold;

    NestedSuite(BenchmarkPreset preset, AgentArguments agents) {
        this.preset = preset;
        this.agents = agents;
        group = new WovenGroup(Method.NESTED, 1, false, agents.available(VARIANTS));
        cold = new ColdFigures(agents, preset.coldCalls());
    }

    @Override
    public List<Trial> round(int round) {
        List<Trial> trials = new ArrayList<>(group.trials(round, preset, agents));
        agents.available(COLD).stream().map(cold::trial).forEach(trials::add);
        return trials;
    }

    @Override
    public List<ReportSection> sections() {
        Grid grid = new Grid(
                1,
                List.of(
                        "ten methods, each timed by",
                        "all, ns",
                        "added per call, ns",
                        "all, ÷ Flight Recorder",
                        "now and then: added per call, p50, ns",
                        "p99, ns",
                        "bytes per call"));
        double calls = WovenBenchmark.NESTED.count();
        for (Variant variant : group.variants()) {
            grid.add(List.of(
                    variant.title(),
                    group.nanos(variant).text(0),
                    variant == Variant.BARE
                            ? "–"
                            : group.added(variant).scaled(1 / calls).text(1),
                    toFlightRecorder(variant).text(2),
                    cold.p50(variant).text(0),
                    cold.p99(variant).text(0),
                    group.addedBytes(variant).scaled(1 / calls).medianText(1)));
        }
        return List.of(new ReportSection(Topic.NESTED, agents.jdk().label(), grid, agents.leftOut(VARIANTS)));
    }

    private RoundValues toFlightRecorder(Variant variant) {
        RoundValues flightRecorder = group.nanos(Variant.FLIGHT_RECORDER);
        return flightRecorder.isEmpty()
                ? new RoundValues()
                : group.nanos(variant).dividedBy(flightRecorder);
    }

    @Override
    public List<GoalCheck> goals() {
        RoundValues ratio = toFlightRecorder(Variant.ON);
        if (ratio.isEmpty()) {
            return List.of();
        }
        double noise = toFlightRecorder(Variant.AGAIN)
                .less(toFlightRecorder(Variant.BARE))
                .absolute()
                .median();
        return List.of(new GoalCheck(
                agents.jdk().shortLabel() + ", ten nested probes ≤ " + RoundValues.number(LIMIT, 2)
                        + " × Flight Recorder's method timing",
                ratio.text(2),
                GoalCheck.status(ratio, 0, LIMIT, noise)));
    }

    @Override
    public Map<SummaryLine, String> summary() {
        return Map.of(
                SummaryLine.NESTED,
                group.nanos(Variant.ON).medianText(0) + " ("
                        + toFlightRecorder(Variant.ON).medianText(2) + ")");
    }
}
