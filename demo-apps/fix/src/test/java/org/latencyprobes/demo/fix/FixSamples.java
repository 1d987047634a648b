package org.latencyprobes.demo.fix;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.latencyprobes.demo.common.Distribution;
import org.latencyprobes.demo.fix.measure.MeasurementResult;
import org.latencyprobes.demo.fix.measure.Pause;
import org.latencyprobes.demo.fix.measure.ResourceUsage;
import org.latencyprobes.demo.fix.measure.RunFigures;
import org.latencyprobes.demo.fix.measure.Tail;
import org.latencyprobes.demo.fix.measure.Timing;
import org.latencyprobes.demo.fix.measure.WaitStrategy;
import org.latencyprobes.demo.fix.measure.Workload;
import org.latencyprobes.demo.fix.registry.Engines;

/** Figures for tests. */
final class FixSamples {

    static final double CALM_CPUS = 0.02;
    static final double BUSY_CPUS = 0.6;
    static final int MESSAGES = 1_000;

    private FixSamples() {}

    static Schedule schedule(Set<Scenario> scenarios, String... engines) {
        return new Schedule(
                List.of(engines).stream().map(Engines::named).toList(),
                scenarios,
                new Preset(
                        Preset.USUAL.rates(),
                        new Preset.Lengths(MESSAGES, 0, 0, 0),
                        new Preset.Repeats(1_000, 0, 3, 1)),
                10_000,
                new Workload.Threads(
                        WaitStrategy.yield,
                        Workload.Threads.NOT_PINNED,
                        Workload.Threads.NOT_PINNED,
                        Workload.Threads.NOT_PINNED),
                new Workload.Sides(false, ""));
    }

    /** A timing in which all messages took the same, except two in a hundred. */
    static Timing timing(long nanos, long tailNanos) {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(nanos, MESSAGES * 98 / 100);
        histogram.recordValueWithCount(tailNanos, MESSAGES * 2 / 100);
        return new Timing(new Distribution(histogram, tailNanos), 0.98 * nanos + 0.02 * tailNanos);
    }

    static RunFigures run(long nanos, long tailNanos, double otherCpus, int collected, int rate) {
        Timing timing = timing(nanos, tailNanos);
        return new RunFigures(
                true,
                (double) MESSAGES / rate,
                timing.distribution(),
                timing,
                timing,
                timing(100, 200),
                otherCpus,
                new ResourceUsage(
                        23_000L * MESSAGES,
                        0,
                        List.of(new Pause(1, 2, 3), new Pause(4, 5, 6)),
                        Map.of(
                                "receive",
                                timing(2_000, 3_000).distribution(),
                                "parse",
                                timing(500, 900).distribution())),
                new Tail(10, collected, 2 * collected));
    }

    /** Three equal runs of each measurement of the schedule; engines differ by their factor in µs. */
    static FixComparison comparison(double otherCpus, int collected, Map<String, Integer> micros) {
        FixComparison comparison = new FixComparison(schedule(
                EnumSet.allOf(Scenario.class), micros.keySet().stream().sorted().toArray(String[]::new)));
        for (MeasurementSpec spec : comparison.schedule().specs()) {
            long nanos = micros.get(spec.engine().name()) * 1_000L / (spec.rate() >= 10_000 ? 2 : 1);
            long tailNanos = spec.engine().name().startsWith("quickfix") ? 30 * nanos : 2 * nanos;
            comparison.add(
                    spec,
                    new MeasurementResult(
                            Collections.nCopies(3, run(nanos, tailNanos, otherCpus, collected, spec.rate())), "", 45));
        }
        return comparison;
    }
}
