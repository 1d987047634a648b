package org.latencyprobes.demo.date;

import java.util.List;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.date.experiment.ExperimentRun;

/**
 * A check of the probe against an independent recorder around the same calls of the same run. The outer recorder also sees one baseline: a
 * clock read before the call and a clock read after it.
 *
 * @param probeCount calls that the probe counted
 * @param outerCount calls that the outer recorder counted
 * @param probeNanos the probe's p50, p90 and p99, middles of buckets
 * @param outerNanos the outer recorder's, less one baseline
 */
record CrossCheck(long probeCount, long outerCount, List<Double> probeNanos, List<Double> outerNanos) {

    /** The largest difference between percentiles that is allowed, in per cent. */
    static final double ALLOWED_PERCENT = 3;

    static CrossCheck of(ExperimentRun run, double baselineNanos) {
        return new CrossCheck(
                run.probe().count(),
                run.outer().count(),
                Level.COMPARED.stream().map(run.probe()::middleNanos).toList(),
                Level.COMPARED.stream()
                        .map(level -> run.outer().middleNanos(level) - baselineNanos)
                        .toList());
    }

    boolean countsEqual() {
        return probeCount == outerCount;
    }

    /** The difference of the probe's figure from the other's, in per cent of the other's; positive if it is above. */
    double deviationPercent(Level level) {
        double outer = outerNanos.get(level.ordinal());
        return 100 * (probeNanos.get(level.ordinal()) - outer) / outer;
    }

    double largestDeviationPercent() {
        return Level.COMPARED.stream()
                .mapToDouble(level -> Math.abs(deviationPercent(level)))
                .max()
                .orElseThrow();
    }

    boolean agrees(Level level) {
        return Math.abs(deviationPercent(level)) <= ALLOWED_PERCENT;
    }
}
