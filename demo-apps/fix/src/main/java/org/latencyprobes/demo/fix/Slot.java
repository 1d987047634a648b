package org.latencyprobes.demo.fix;

import java.util.Locale;
import org.latencyprobes.demo.common.Step;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.measure.Load;

/**
 * One measurement.
 *
 * @param round counts the repetitions of pairs with and without the agent, from 1
 * @param agent whether the agent times the engine's stages
 */
record Slot(Engine engine, Plan plan, int rate, boolean agent, int round, Load load) {

    private static final double START_AND_END_SECONDS = 2;
    private static final double COLD_PER_SECOND = 40_000;

    /** The name of its files: the same in each round. */
    String id() {
        return engine.name() + "-" + plan.id() + "-" + rate + (agent ? "-agent" : "");
    }

    Step step() {
        double seconds = START_AND_END_SECONDS
                + load.runs().warmUp() / (load.parse() ? 10 * COLD_PER_SECOND : COLD_PER_SECOND)
                + load.runs().idleMillis() / 1_000.0
                + load.runs().wanted() * (double) load.runs().iterations() / rate;
        return new Step(id(), label(), Math.round(1_000 * seconds));
    }

    private String label() {
        String what = String.format(
                Locale.ROOT,
                "%s, %s %,d/s%s",
                engine.title(),
                switch (plan) {
                    case JLBH -> "JLBH";
                    case LATENCY2 -> "Latency2";
                    case PARSE -> "parsing";
                },
                rate,
                agent ? ", agent" : "");
        return round > 1 ? what + ", pair " + round : what;
    }

    boolean is(String engineName, Plan other, int otherRate) {
        return engine.name().equals(engineName) && plan == other && rate == otherRate;
    }
}
