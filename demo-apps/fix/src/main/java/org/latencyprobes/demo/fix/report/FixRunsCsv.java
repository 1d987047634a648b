package org.latencyprobes.demo.fix.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.fix.comparison.FixComparison;
import org.latencyprobes.demo.fix.comparison.JvmFigures;
import org.latencyprobes.demo.fix.comparison.MeasurementSpec;
import org.latencyprobes.demo.fix.measure.RunFigures;
import org.latencyprobes.demo.fix.measure.Timing;
import org.latencyprobes.internal.report.Grid;

/** A CSV table of every run by every recorder, for other programs. Times are in µs. */
public final class FixRunsCsv {

    private final Grid grid = new Grid(4, headings());

    private FixRunsCsv() {}

    static String of(FixComparison comparison) {
        FixRunsCsv csv = new FixRunsCsv();
        comparison.all().forEach(csv::add);
        return csv.grid.csv();
    }

    private static List<String> headings() {
        return Stream.concat(
                        Stream.of(
                                "engine",
                                "scenario",
                                "recorder",
                                "agent",
                                "rate",
                                "block",
                                "run",
                                "others' CPUs",
                                "seconds",
                                "bytes",
                                "collections",
                                "pauses ms",
                                "jit ms",
                                "beyond p99",
                                "beyond p99 in collections",
                                "in collections",
                                "count",
                                "mean"),
                        Level.labels().stream())
                .toList();
    }

    private void add(JvmFigures figures) {
        List<RunFigures> runs = figures.runs();
        for (int i = 0; i < runs.size(); i++) {
            RunFigures run = runs.get(i);
            List<String> where = where(figures.spec(), i + 1, run);
            add(figures.spec(), "jlbh", where, run.jlbh(), mean(run.jlbh()));
            add(figures.spec(), "end to end", where, run.endToEnd());
            add(figures.spec(), "round trip", where, run.roundTrip());
            add(figures.spec(), "schedule lag", where, run.lag());
            run.usage()
                    .stages()
                    .forEach((name, stage) -> add(figures.spec(), "stage " + name, where, stage, mean(stage)));
        }
    }

    private void add(MeasurementSpec spec, String recorder, List<String> where, Timing timing) {
        add(spec, recorder, where, timing.distribution(), timing.meanNanos());
    }

    private static double mean(Distribution distribution) {
        return distribution.isEmpty() ? 0 : distribution.histogram().getMean();
    }

    private static List<String> where(MeasurementSpec spec, int number, RunFigures run) {
        return List.of(
                spec.cell().agent() ? "on" : "off",
                String.valueOf(spec.cell().rate()),
                String.valueOf(spec.block()),
                String.valueOf(number),
                String.format(Locale.ROOT, "%.3f", run.others().cpus()),
                String.format(Locale.ROOT, "%.3f", run.seconds()),
                String.valueOf(run.usage().allocatedBytes()),
                String.valueOf(run.usage().pauses().size()),
                String.valueOf(run.usage().pauseMillis()),
                String.valueOf(run.usage().compileMillis()),
                String.valueOf(run.tail().beyond()),
                String.valueOf(run.tail().beyondCollected()),
                String.valueOf(run.tail().collected()));
    }

    private void add(
            MeasurementSpec spec, String recorder, List<String> where, Distribution distribution, double meanNanos) {
        if (!distribution.isEmpty()) {
            List<String> cells = new ArrayList<>(
                    List.of(spec.cell().engine().name(), spec.cell().scenario().id(), recorder));
            cells.addAll(where);
            cells.add(String.valueOf(distribution.count()));
            cells.add(String.format(Locale.ROOT, "%.3f", meanNanos / 1_000));
            cells.addAll(distribution.csvMicros());
            grid.add(cells);
        }
    }
}
