package org.latencyprobes.demo.fix;

import java.util.Locale;
import org.latencyprobes.demo.common.Demo;
import org.latencyprobes.demo.common.Step;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.measure.Workload;

/**
 * The specification of one measurement: a scenario of one engine at one rate, in a JVM of its own.
 *
 * @param round counts the repetitions of pairs with and without the agent, from 1
 * @param agent whether the agent times the engine's stages
 */
record MeasurementSpec(Engine engine, Scenario scenario, int rate, boolean agent, int round, Workload workload)
        implements Demo.PlannedChild {

    private static final double START_AND_END_SECONDS = 2;
    private static final double COLD_PER_SECOND = 40_000;

    /** The name of its files: the same in each round. */
    String id() {
        return engine.name() + "-" + scenario.id() + "-" + rate + (agent ? "-agent" : "");
    }

    @Override
    public Step step() {
        double seconds = START_AND_END_SECONDS
                + workload.runs().warmUp() / (workload.parse() ? 10 * COLD_PER_SECOND : COLD_PER_SECOND)
                + workload.runs().idleMillis() / 1_000.0
                + workload.runs().wanted() * (double) workload.runs().iterations() / rate;
        return new Step(id(), round, label(), Math.round(1_000 * seconds));
    }

    private String label() {
        String what = String.format(
                Locale.ROOT,
                "%s, %s %,d/s%s",
                engine.title(),
                switch (scenario) {
                    case JLBH -> "JLBH";
                    case LATENCY2 -> "Latency2";
                    case PARSE -> "parsing";
                },
                rate,
                agent ? ", agent" : "");
        return round > 1 ? what + ", pair " + round : what;
    }

    boolean is(String engineName, Scenario other, int otherRate) {
        return engine.name().equals(engineName) && scenario == other && rate == otherRate;
    }
}
