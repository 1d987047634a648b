package org.latencyprobes.demo.date;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.latencyprobes.analysis.page.ResultLine;
import org.latencyprobes.demo.common.DemoReport;
import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.common.figures.RunTable;
import org.latencyprobes.demo.date.DateComparison.CheckedRun;
import org.latencyprobes.demo.date.experiment.DateSerialiser;
import org.latencyprobes.demo.date.experiment.Experiment;
import org.latencyprobes.demo.date.experiment.ExperimentRun;
import org.latencyprobes.internal.report.Grid;

/** The report on all rounds: what was claimed first, then the tables, and the verdict at the end. */
final class DateReport implements DemoReport {

    private final DateComparison comparison;
    private final String setup;
    private final int rate;
    private final ComparisonTables tables;
    private final DateFindings findings;

    /**
     * Creates a report.
     *
     * @param setup the sentence about machine and settings
     * @param rate at which calls were due, with and without a socket
     * @param spinning whether the verdict is about sockets that are polled
     */
    DateReport(DateComparison comparison, String setup, int rate, boolean spinning) {
        this.comparison = comparison;
        this.setup = setup;
        this.rate = rate;
        this.tables = new ComparisonTables(comparison);
        this.findings = new DateFindings(comparison, spinning);
    }

    @Override
    public boolean isEmpty() {
        return comparison.isEmpty();
    }

    /** Shows only the last round's runs, so that the comparison stays on the screen. */
    @Override
    public String text() {
        return results(Grid::text) + "\n" + perRun(comparison.rounds(), grid -> grid.text() + "\n")
                + comparisonParts(Grid::text, "", "\n");
    }

    private String results(Function<Grid, String> print) {
        return print.apply(ComparisonTables.grid(ResultLine.table(findings.results())));
    }

    /** The comparison first, then all runs. */
    @Override
    public String markdown() {
        StringBuilder text = new StringBuilder("# Date serialisation: micro-benchmark and in context\n\n");
        text.append(results(Grid::markdown)).append("\n");
        text.append(comparisonParts(Grid::markdown, "\n", "\n"));
        text.append("\n## Runs\n\nIn µs. The first run of each JVM is shown, and left out above.\n");
        for (int round = 1; round <= comparison.rounds(); round++) {
            text.append(perRun(round, grid -> "\n" + grid.markdown()));
        }
        return text.toString();
    }

    @Override
    public String csv() {
        return DateRunsCsv.of(comparison);
    }

    @Override
    public Map<String, String> files() {
        return new DatePage(comparison, setup, findings, tables, tables.notes(rate), crossCheckSentence()).files();
    }

    /** Whether the probe counted what the other recorder counted, in every run. */
    @Override
    public boolean isSound() {
        return comparison.checkedRuns().stream()
                .allMatch(checked -> checked.crossCheck().countsEqual());
    }

    private String comparisonParts(Function<Grid, String> print, String afterText, String afterTable) {
        return setup + "\n\n" + print.apply(ComparisonTables.grid(tables.figures())) + afterTable
                + tables.notes(rate) + "\n"
                + "\n"
                + print.apply(ComparisonTables.grid(tables.ratios())) + afterTable
                + print.apply(ComparisonTables.grid(tables.jitter())) + afterTable
                + print.apply(ComparisonTables.grid(tables.crossCheck())) + afterText
                + crossCheckSentence() + "\n\n" + findings.verdict().sentence() + "\n";
    }

    private String crossCheckSentence() {
        List<CheckedRun> all = comparison.checkedRuns();
        List<CheckedRun> compared = all.stream().filter(CheckedRun::compared).toList();
        return String.format(
                Locale.ROOT,
                "Counts equal in %d of %d runs. Within %.0f %%: %s of the %d runs compared (above: each experiment's worst).",
                all.stream().filter(run -> run.crossCheck().countsEqual()).count(),
                all.size(),
                CrossCheck.ALLOWED_PERCENT,
                Level.COMPARED.stream()
                        .map(level -> level.label() + " in " + agreeing(compared, level))
                        .collect(Collectors.joining(", ")),
                compared.size());
    }

    private static long agreeing(List<CheckedRun> runs, Level level) {
        return runs.stream().filter(run -> run.crossCheck().agrees(level)).count();
    }

    private String perRun(int round, Function<Grid, String> print) {
        StringBuilder text = new StringBuilder();
        for (Experiment experiment : Experiment.values()) {
            comparison.result(experiment, round).ifPresent(result -> {
                String where = ", " + experiment.title() + ", round " + round;
                text.append(print.apply(grid(DateSerialiser.PROBE + where, result.runs(), ExperimentRun::probe)));
                if (experiment != Experiment.MICRO_JMH) {
                    text.append(print.apply(grid("end to end" + where, result.runs(), ExperimentRun::endToEnd)));
                }
            });
        }
        return text.toString();
    }

    private static Grid grid(String title, List<ExperimentRun> runs, Function<ExperimentRun, Distribution> part) {
        return new RunTable(title, runs.stream().map(part).toList()).grid();
    }
}
