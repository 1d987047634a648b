package org.latencyprobes.demo.fix.comparison;

import java.util.Locale;
import org.latencyprobes.demo.common.Demo;
import org.latencyprobes.demo.common.Step;
import org.latencyprobes.demo.fix.measure.Workload;

/**
 * The specification of one measurement: a cell of one block, in a JVM of its own.
 *
 * @param block counts from 1
 */
public record MeasurementSpec(Cell cell, int block, Workload workload) implements Demo.PlannedChild {

    private static final double START_AND_END_SECONDS = 2;
    private static final double COLD_PER_SECOND = 40_000;

    @Override
    public Step step() {
        Workload.Runs runs = workload.runs();
        double seconds = START_AND_END_SECONDS
                + runs.warmUp() / (cell.scenario().isParse() ? 10 * COLD_PER_SECOND : COLD_PER_SECOND)
                + runs.idleMillis() / 1_000.0
                + (runs.settling() + runs.measured()) * (double) runs.iterations() / cell.rate();
        return new Step(cell.id(), block, label(), Math.round(1_000 * seconds));
    }

    private String label() {
        return String.format(
                Locale.ROOT,
                "block %d: %s, %s %,d/s%s",
                block,
                cell.engine().title(),
                cell.scenario().id(),
                cell.rate(),
                cell.agent() ? ", agent" : "");
    }
}
