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
 * @param agentRate at which pairs with and without the agent run; 0 for no pairs
 */
record Schedule(
        List<Engine> engines, Set<Plan> plans, Amounts amounts, int agentRate, Load.Threads threads, Load.Sides sides) {

    List<Integer> rates() {
        return amounts.rates().jlbh();
    }

    int pairs() {
        return amounts.repeats().pairs();
    }

    List<Slot> slots() {
        List<Slot> slots = new ArrayList<>();
        if (plans.contains(Plan.JLBH)) {
            rates().forEach(rate -> addJlbh(slots, rate, 1));
            for (int round = 2; round <= pairs() && agentRate > 0; round++) {
                addJlbh(slots, agentRate, round);
            }
        }
        if (plans.contains(Plan.LATENCY2)) {
            engines.forEach(engine -> slots.add(slot(engine, Plan.LATENCY2, Plan.LATENCY2_RATE, false, 1)));
        }
        if (plans.contains(Plan.PARSE)) {
            for (int rate : amounts.rates().parse()) {
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
        Load.Threads started = parse
                ? new Load.Threads(
                        Options.Generator.spin.name(), threads.generatorCpu(), threads.clientCpu(), threads.serverCpu())
                : threads;
        Load load = new Load(
                engine.name(),
                parse,
                rate,
                amounts.runs(plan, rate, plan == Plan.LATENCY2 || agent || round > 1),
                started,
                sides,
                plan == Plan.LATENCY2);
        return new Slot(engine, plan, rate, agent, round, load);
    }
}
