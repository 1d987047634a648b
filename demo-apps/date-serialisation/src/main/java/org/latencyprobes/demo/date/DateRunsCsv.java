package org.latencyprobes.demo.date;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.date.experiment.Experiment;
import org.latencyprobes.demo.date.experiment.ExperimentResult;
import org.latencyprobes.demo.date.experiment.ExperimentRun;
import org.latencyprobes.internal.report.Grid;

/** A CSV table of every run by every recorder, for other programs. Times are in µs. */
final class DateRunsCsv {

    private final Grid grid = new Grid(2, headings());

    private DateRunsCsv() {}

    static String of(DateComparison comparison) {
        DateRunsCsv csv = new DateRunsCsv();
        for (int round = 1; round <= comparison.rounds(); round++) {
            for (Experiment experiment : Experiment.values()) {
                int inRound = round;
                comparison.result(experiment, round).ifPresent(result -> csv.add(experiment, inRound, result));
            }
        }
        return csv.grid.csv();
    }

    private static List<String> headings() {
        return Stream.concat(
                        Stream.of("experiment", "recorder", "round", "run", "compared", "seconds", "count"),
                        Level.labels().stream())
                .toList();
    }

    private void add(Experiment experiment, int round, ExperimentResult result) {
        for (int i = 0; i < result.runs().size(); i++) {
            ExperimentRun run = result.runs().get(i);
            List<String> where = List.of(
                    String.valueOf(round),
                    String.valueOf(i + 1),
                    result.isCompared(i) ? "yes" : "no",
                    String.format(Locale.ROOT, "%.3f", run.seconds()));
            add(experiment, "probe", where, run.probe());
            add(experiment, "outer", where, run.outer());
            add(experiment, "end to end", where, run.endToEnd());
            add(experiment, "hiccups", where, run.hiccups());
            add(experiment, "os jitter", where, run.osJitter());
        }
    }

    private void add(Experiment experiment, String recorder, List<String> where, Distribution distribution) {
        if (!distribution.isEmpty()) {
            List<String> cells = new ArrayList<>(List.of(experiment.id(), recorder));
            cells.addAll(where);
            cells.add(String.valueOf(distribution.count()));
            cells.addAll(distribution.csvMicros());
            grid.add(cells);
        }
    }
}
