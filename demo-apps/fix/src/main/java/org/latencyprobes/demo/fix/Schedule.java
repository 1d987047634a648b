package org.latencyprobes.demo.fix;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.measure.Load;

/**
 * What is measured, in which order: rate by rate, at each all engines in turn, so that a machine that gets slower or faster treats them
 * alike. A JVM with the agent follows or precedes its twin without.
 *
 * @param engines in the order of columns
 * @param rates of the JLBH plan
 * @param parseRates of the parser's plan
 * @param agentRate at which pairs with and without the agent run; 0 for no pairs
 * @param pairs how many for each engine
 * @param amounts how much of everything
 * @param load what is the same for all
 */
record Schedule(
        List<Engine> engines,
        Set<Plan> plans,
        List<Integer> rates,
        List<Integer> parseRates,
        int agentRate,
        int pairs,
        Amounts amounts,
        Load load) {

    private static final int PARSE_IDLE_MILLIS = 500;

    /**
     * How much.
     *
     * @param iterations messages per run, or 0 for as many as fill the seconds
     * @param secondsPerRun length of a run
     * @param latency2Messages messages of a Latency2 measurement
     * @param parseSeconds length of a run of the parser alone
     */
    record Amounts(int iterations, double secondsPerRun, int latency2Messages, double parseSeconds) {}

    List<Slot> slots() {
        List<Slot> slots = new ArrayList<>();
        if (plans.contains(Plan.JLBH)) {
            rates.forEach(rate -> addJlbh(slots, rate, 1));
            for (int round = 2; round <= pairs && agentRate > 0; round++) {
                addJlbh(slots, agentRate, round);
            }
        }
        if (plans.contains(Plan.LATENCY2)) {
            engines.forEach(engine -> slots.add(slot(engine, Plan.LATENCY2, Plan.LATENCY2_RATE, false, 1)));
        }
        if (plans.contains(Plan.PARSE)) {
            for (int rate : parseRates) {
                engines.stream()
                        .filter(engine -> engine.parser().isPresent())
                        .forEach(engine -> slots.add(slot(engine, Plan.PARSE, rate, false, 1)));
            }
        }
        return slots;
    }

    private void addJlbh(List<Slot> slots, int rate, int round) {
        for (Engine engine : inTurn(round)) {
            List<Slot> pair = new ArrayList<>(List.of(slot(engine, Plan.JLBH, rate, false, round)));
            if (rate == agentRate) {
                pair.add(slot(engine, Plan.JLBH, rate, true, round));
            }
            slots.addAll(round % 2 == 0 ? reversed(pair) : pair);
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

    private Slot slot(Engine engine, Plan plan, int rate, boolean agent, int round) {
        boolean parse = plan == Plan.PARSE;
        Load one = new Load(
                engine.name(),
                parse,
                rate,
                iterations(plan, rate),
                load.warmUp(),
                plan == Plan.LATENCY2 ? 1 : load.runs(),
                load.spareRuns(),
                parse ? Math.min(load.idleMillis(), PARSE_IDLE_MILLIS) : load.idleMillis(),
                parse ? "spin" : load.waiting(),
                load.generatorCpu(),
                load.clientCpu(),
                load.serverCpu(),
                load.twoJvms(),
                load.connect(),
                plan == Plan.LATENCY2);
        return new Slot(engine, plan, rate, agent, round, one);
    }

    private int iterations(Plan plan, int rate) {
        if (amounts.iterations() > 0) {
            return amounts.iterations();
        }
        return switch (plan) {
            case JLBH -> (int) (rate * amounts.secondsPerRun());
            case LATENCY2 -> amounts.latency2Messages();
            case PARSE -> (int) (rate * amounts.parseSeconds());
        };
    }
}
