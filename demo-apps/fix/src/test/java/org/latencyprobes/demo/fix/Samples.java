package org.latencyprobes.demo.fix;

import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.latencyprobes.demo.common.Distribution;
import org.latencyprobes.demo.fix.engine.Engines;
import org.latencyprobes.demo.fix.measure.Load;
import org.latencyprobes.demo.fix.measure.Pause;
import org.latencyprobes.demo.fix.measure.Result;
import org.latencyprobes.demo.fix.measure.RunFigures;
import org.latencyprobes.demo.fix.measure.SideFigures;
import org.latencyprobes.demo.fix.measure.Tail;
import org.latencyprobes.demo.fix.measure.Timing;

/** Made-up figures for tests. */
final class Samples {

    static final double CALM_CPUS = 0.02;
    static final double BUSY_CPUS = 0.6;
    static final int MESSAGES = 1_000;

    private Samples() {}

    static Schedule schedule(Set<Plan> plans, String... engines) {
        return new Schedule(
                List.of(engines).stream().map(Engines::named).toList(),
                plans,
                new Amounts(
                        Amounts.USUAL.rates(),
                        new Amounts.Lengths(MESSAGES, 0, 0, 0),
                        new Amounts.Repeats(1_000, 0, 3, 1)),
                10_000,
                new Load.Threads("yield", Load.Threads.NOT_PINNED, Load.Threads.NOT_PINNED, Load.Threads.NOT_PINNED),
                new Load.Sides(false, ""));
    }

    /** Every message took the same, but each hundredth took as long as is said. */
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
                new SideFigures(
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
    static Comparison comparison(double otherCpus, int collected, Map<String, Integer> micros) {
        Comparison comparison = new Comparison(schedule(
                EnumSet.allOf(Plan.class), micros.keySet().stream().sorted().toArray(String[]::new)));
        for (Slot slot : comparison.schedule().slots()) {
            long nanos = micros.get(slot.engine().name()) * 1_000L / (slot.rate() >= 10_000 ? 2 : 1);
            long tailNanos = slot.engine().name().startsWith("quickfix") ? 30 * nanos : 2 * nanos;
            comparison.add(
                    slot,
                    new Result(
                            Collections.nCopies(3, run(nanos, tailNanos, otherCpus, collected, slot.rate())), "", 45));
        }
        return comparison;
    }
}
