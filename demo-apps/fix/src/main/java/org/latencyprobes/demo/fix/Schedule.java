package org.latencyprobes.demo.fix;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.measure.WaitStrategy;
import org.latencyprobes.demo.fix.measure.Workload;

/**
 * The measurements in their order: rate by rate, and at each rate all engines in turn, so that a machine that gets slower or faster treats
 * them alike. A JVM with the agent runs right before or after the same without.
 *
 * @param engines in the order of columns
 * @param agentRate at which pairs with and without the agent run; 0 for no pairs
 */
record Schedule(
        List<Engine> engines,
        Set<Scenario> scenarios,
        Preset preset,
        int agentRate,
        Workload.Threads threads,
        Workload.Sides sides) {

    List<Integer> rates() {
        return preset.rates().jlbh();
    }

    int pairs() {
        return preset.repeats().pairs();
    }

    List<MeasurementSpec> specs() {
        List<MeasurementSpec> specs = new ArrayList<>();
        if (scenarios.contains(Scenario.JLBH)) {
            rates().forEach(rate -> addJlbh(specs, rate, 1));
            for (int round = 2; round <= pairs() && agentRate > 0; round++) {
                addJlbh(specs, agentRate, round);
            }
        }
        if (scenarios.contains(Scenario.LATENCY2)) {
            engines.forEach(engine -> specs.add(spec(engine, Scenario.LATENCY2, Scenario.LATENCY2_RATE, false, 1)));
        }
        if (scenarios.contains(Scenario.PARSE)) {
            for (int rate : preset.rates().parse()) {
                engines.stream()
                        .filter(engine -> engine.parser().isPresent())
                        .forEach(engine -> specs.add(spec(engine, Scenario.PARSE, rate, false, 1)));
            }
        }
        return specs;
    }

    private void addJlbh(List<MeasurementSpec> specs, int rate, int round) {
        for (Engine engine : inTurn(round)) {
            List<MeasurementSpec> pair = new ArrayList<>(List.of(spec(engine, Scenario.JLBH, rate, false, round)));
            if (rate == agentRate) {
                pair.add(spec(engine, Scenario.JLBH, rate, true, round));
            }
            specs.addAll(round % 2 == 0 ? reversed(pair) : pair);
        }
    }

    private List<Engine> inTurn(int round) {
        return round % 2 == 0 ? reversed(engines) : engines;
    }

    private static <T> List<T> reversed(List<T> list) {
        List<T> reversed = new ArrayList<>(list);
        Collections.reverse(reversed);
        return reversed;
    }

    private MeasurementSpec spec(Engine engine, Scenario scenario, int rate, boolean agent, int round) {
        boolean parse = scenario == Scenario.PARSE;
        Workload.Threads started = parse
                ? new Workload.Threads(
                        WaitStrategy.spin, threads.generatorCpu(), threads.clientCpu(), threads.serverCpu())
                : threads;
        Workload workload = new Workload(
                engine.name(),
                parse,
                rate,
                preset.runs(scenario, rate, scenario == Scenario.LATENCY2 || agent || round > 1),
                started,
                sides,
                true,
                scenario == Scenario.LATENCY2);
        return new MeasurementSpec(engine, scenario, rate, agent, round, workload);
    }
}
