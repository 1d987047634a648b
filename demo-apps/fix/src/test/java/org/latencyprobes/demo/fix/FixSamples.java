package org.latencyprobes.demo.fix;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.demo.common.machine.OtherCpus;
import org.latencyprobes.demo.fix.comparison.FixComparison;
import org.latencyprobes.demo.fix.comparison.JvmFigures;
import org.latencyprobes.demo.fix.comparison.MeasurementSpec;
import org.latencyprobes.demo.fix.comparison.Schedule;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.jvm.CollectionPause;
import org.latencyprobes.demo.fix.jvm.ResourceUsage;
import org.latencyprobes.demo.fix.jvm.TimeSpan;
import org.latencyprobes.demo.fix.measure.CollectedTail;
import org.latencyprobes.demo.fix.measure.MeasurementResult;
import org.latencyprobes.demo.fix.measure.RunFigures;
import org.latencyprobes.demo.fix.measure.TimeLine;
import org.latencyprobes.demo.fix.measure.Timing;
import org.latencyprobes.demo.fix.registry.Engines;
import picocli.CommandLine;

/** Figures for tests. */
public final class FixSamples {

    public static final double CALM_CPUS = 0.002;
    public static final double BUSY_CPUS = 0.6;
    public static final int MESSAGES = 10_000;

    /** That of the exact count in a run of 2 s. */
    private static final double RESOLUTION_CPUS = 0.01;

    private FixSamples() {}

    /** The schedule of a command line. */
    /** By engine, what its round trips take, in µs: QuickFIX/J most, an echo least. */
    public static Map<String, Double> micros() {
        Map<String, Double> micros = new HashMap<>();
        for (Engine engine : Engines.all()) {
            micros.put(engine.name(), engine.name().startsWith("echo") ? 10.0 : 20.0);
        }
        micros.put("quickfixj", 200.0);
        micros.put("quickfixj-prepared", 150.0);
        micros.put("quickfixj-as-published-no-store", 300.0);
        return micros;
    }

    public static Schedule schedule(String... arguments) {
        FixOptions options = new FixOptions();
        new CommandLine(new Holder(options)).parseArgs(arguments);
        return options.schedule();
    }

    @CommandLine.Command
    private static final class Holder {
        @CommandLine.Mixin
        private final FixOptions options;

        Holder(FixOptions options) {
            this.options = options;
        }
    }

    /** A timing in which all messages took the same, except two in a hundred. */
    public static Timing timing(long nanos, long tailNanos) {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(nanos, MESSAGES * 98 / 100);
        histogram.recordValueWithCount(tailNanos, MESSAGES * 2 / 100);
        return new Timing(new Distribution(histogram, tailNanos), 0.98 * nanos + 0.02 * tailNanos);
    }

    public static RunFigures run(long nanos, long tailNanos, OtherCpus others, int rate) {
        Timing timing = timing(nanos, tailNanos);
        return new RunFigures(
                (double) MESSAGES / rate,
                timing.distribution(),
                timing,
                timing,
                timing(100, 200),
                others,
                new ResourceUsage(
                        23_000L * MESSAGES,
                        0,
                        7,
                        List.of(new CollectionPause(1, 2, 3), new CollectionPause(4, 5, 6)),
                        Map.of(
                                "hand-off to the application",
                                timing(10_000, 12_000).distribution(),
                                "receive",
                                timing(2_000, 3_000).distribution(),
                                "parse",
                                timing(500, 900).distribution())),
                new CollectedTail(100, 80, 160),
                new TimeLine(
                        List.of(timing.distribution(), timing.distribution()),
                        List.of(new TimeSpan(50_000_000, 3_000_000), new TimeSpan(-9, 5)),
                        List.of(new TimeSpan(-5_000_000, 7_000_000), new TimeSpan(190_000_000, 20_000_000))));
    }

    /**
     * The results of a whole schedule: one run of each JVM.
     *
     * @param micros of a measurement, which two in a hundred messages exceed thirtyfold where it is QuickFIX/J's, else twofold
     * @param otherCpus of a measurement
     */
    public static FixComparison comparison(
            Schedule schedule, ToDoubleFunction<MeasurementSpec> micros, ToDoubleFunction<MeasurementSpec> otherCpus) {
        return comparison(schedule, micros, otherCpus, RESOLUTION_CPUS);
    }

    /**
     * The same.
     *
     * @param resolution of the count of CPUs
     */
    public static FixComparison comparison(
            Schedule schedule,
            ToDoubleFunction<MeasurementSpec> micros,
            ToDoubleFunction<MeasurementSpec> otherCpus,
            double resolution) {
        FixComparison comparison = new FixComparison(schedule);
        for (MeasurementSpec spec : schedule.specs()) {
            long nanos = (long) (1_000 * micros.applyAsDouble(spec));
            long tailNanos = nanos * (spec.cell().engine().name().startsWith("quickfix") ? 30 : 2);
            OtherCpus others = new OtherCpus(otherCpus.applyAsDouble(spec), resolution);
            RunFigures run = run(nanos, tailNanos, others, spec.cell().rate());
            comparison.add(spec, new MeasurementResult(List.of(run), 1_000_000));
        }
        return comparison;
    }

    /** The same results, but of one engine half as many messages a second. */
    public static FixComparison saturated(FixComparison comparison, String engine) {
        FixComparison other = new FixComparison(comparison.schedule());
        for (JvmFigures figures : comparison.all()) {
            List<RunFigures> runs = figures.runs();
            if (figures.spec().cell().engine().name().equals(engine)) {
                runs = runs.stream().map(FixSamples::slower).toList();
            }
            other.add(figures.spec(), new MeasurementResult(runs, 1_000_000));
        }
        return other;
    }

    private static RunFigures slower(RunFigures run) {
        return new RunFigures(
                2 * run.seconds(),
                run.jlbh(),
                run.endToEnd(),
                run.roundTrip(),
                run.lag(),
                run.others(),
                run.usage(),
                run.tail(),
                run.timeLine());
    }

    /** The same results without those of an engine. */
    public static FixComparison without(FixComparison comparison, String engine) {
        FixComparison other = new FixComparison(comparison.schedule());
        comparison.all().stream()
                .filter(figures -> !figures.spec().cell().engine().name().equals(engine))
                .forEach(figures -> other.add(figures.spec(), figures.result()));
        return other;
    }

    /** The results where each engine takes its own time, one per cent more in every second block. */
    public static FixComparison comparison(Schedule schedule, Map<String, Double> micros) {
        return comparison(
                schedule,
                spec -> micros.get(spec.cell().engine().name())
                        * (1 + (spec.block() + spec.cell().engine().name().length()) % 2 / 100.0),
                spec -> CALM_CPUS);
    }
}
