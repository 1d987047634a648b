package org.latencyprobes.demo.fix.comparison;

import org.latencyprobes.demo.fix.engine.Engine;

/**
 * A measurement that is repeated in every block: one engine in one scenario at one rate.
 *
 * @param agent whether the agent times the engine's stages
 * @param blocks the number of blocks that it is measured in
 */
public record Cell(Engine engine, Scenario scenario, int rate, boolean agent, int blocks) {

    /** The name of its files: the same in each block. */
    public String id() {
        return engine.name() + "-" + scenario.id() + "-" + rate + (agent ? "-agent" : "");
    }

    /** The cells that are compared with each other, and run one after the other. */
    public String group() {
        return scenario.named().id() + "-" + rate;
    }

    public boolean is(String engineName, Scenario other, int otherRate) {
        return engine.name().equals(engineName) && scenario == other && rate == otherRate && !agent;
    }
}
