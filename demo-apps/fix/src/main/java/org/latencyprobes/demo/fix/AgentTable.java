package org.latencyprobes.demo.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.latencyprobes.demo.common.Level;
import org.latencyprobes.demo.common.Medians;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.report.Grid;

/**
 * A table of what the agent's probes cost end to end. It compares pairs of measurements with and without the agent, and shows beside them
 * the cost expected from the number of probes.
 */
final class AgentTable {

    /**
     * Student's t for 95 %, two-sided, by degrees of freedom from 1. For more degrees the last one is used, which makes the interval a
     * little too wide.
     */
    private static final double[] T = {12.71, 4.30, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26, 2.23};

    private static final int LEAST_PAIRS = 3;

    private final FixComparison comparison;

    AgentTable(FixComparison comparison) {
        this.comparison = comparison;
    }

    Grid grid() {
        Grid grid = new Grid(
                1,
                List.of(
                        "agent on less off, µs",
                        "pairs",
                        "p50 off",
                        "p50 on",
                        "difference (95 %)",
                        "p99 off",
                        "p99 on",
                        "difference (95 %)",
                        "probed calls a message",
                        "one probe, ns",
                        "predicted"));
        for (Engine engine : comparison.engines()) {
            List<AgentPair> pairs = pairs(engine);
            if (!pairs.isEmpty()) {
                grid.add(row(engine, pairs));
            }
        }
        return grid;
    }

    /** The figures of one engine without and with the agent, measured right after one another. */
    private record AgentPair(MeasurementFigures off, MeasurementFigures on) {

        double differenceMicros(Level level) {
            return on.micros(level) - off.micros(level);
        }
    }

    private List<AgentPair> pairs(Engine engine) {
        List<AgentPair> pairs = new ArrayList<>();
        for (int i = 1; i <= comparison.schedule().pairs(); i++) {
            int round = i;
            Optional<MeasurementFigures> on = side(engine, round, true);
            Optional<MeasurementFigures> off = side(engine, round, false);
            if (on.isPresent() && off.isPresent()) {
                pairs.add(new AgentPair(off.get(), on.get()));
            }
        }
        return pairs;
    }

    private Optional<MeasurementFigures> side(Engine engine, int round, boolean agent) {
        return comparison
                .figures(spec -> spec.is(
                                engine.name(),
                                Scenario.JLBH,
                                comparison.schedule().agentRate())
                        && spec.round() == round
                        && spec.agent() == agent)
                .findFirst();
    }

    private static List<String> row(Engine engine, List<AgentPair> pairs) {
        List<String> cells = new ArrayList<>(List.of(engine.title(), String.valueOf(pairs.size())));
        for (Level level : List.of(Level.P50, Level.P99)) {
            cells.add(TableCells.micros(Medians.of(
                    pairs.stream().map(pair -> pair.off().micros(level)).toList())));
            cells.add(TableCells.micros(Medians.of(
                    pairs.stream().map(pair -> pair.on().micros(level)).toList())));
            cells.add(difference(
                    pairs.stream().map(pair -> pair.differenceMicros(level)).toList()));
        }
        double probes = new StageTable(pairs.stream()
                        .map(AgentPair::on)
                        .reduce(MeasurementFigures::plus)
                        .orElseThrow())
                .probesPerMessage();
        double nanos = Medians.of(
                pairs.stream().map(pair -> pair.on().result().probeNanos()).toList());
        cells.add(TableCells.percent(probes));
        cells.add(TableCells.percent(nanos));
        cells.add(TableCells.micros(probes * nanos / 1_000));
        return cells;
    }

    /** The mean difference, and its interval of 95 % confidence if there are enough pairs for one. */
    static String difference(List<Double> differences) {
        int pairs = differences.size();
        double mean =
                differences.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        if (pairs < LEAST_PAIRS) {
            return TableCells.signed(mean) + " (too few pairs)";
        }
        double squares = differences.stream()
                .mapToDouble(each -> (each - mean) * (each - mean))
                .sum();
        double half = T[Math.min(pairs - 2, T.length - 1)] * Math.sqrt(squares / (pairs - 1) / pairs);
        return TableCells.signed(mean) + " (" + TableCells.signed(mean - half) + " to " + TableCells.signed(mean + half)
                + ")";
    }
}
