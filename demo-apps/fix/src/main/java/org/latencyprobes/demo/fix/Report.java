package org.latencyprobes.demo.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.latencyprobes.demo.fix.measure.RunFigures;
import org.latencyprobes.report.Grid;

/** Everything that was measured, for the terminal and as Markdown; the verdicts last. */
final class Report {

    private static final String STAR = "* others used the machine during all runs behind the figure.";

    private final Comparison comparison;
    private final String setup;

    /**
     * Creates a report.
     *
     * @param setup on what and with which settings the figures came about
     */
    Report(Comparison comparison, String setup) {
        this.comparison = comparison;
        this.setup = setup;
    }

    /** For a terminal, without the single runs. */
    String text() {
        return setup + "\n\n" + parts(Grid::text) + verdicts("");
    }

    /** With all runs. */
    String markdown() {
        StringBuilder text = new StringBuilder("# FIX engines\n\n");
        text.append(setup).append("\n\n").append(parts(Grid::markdown)).append(verdicts("- "));
        text.append(
                        "\n## Runs\n\nFrom the time at which a message was due. A run with a star was disturbed: others used ")
                .append(RunFigures.DISTURBING_CPUS)
                .append(" CPUs or more meanwhile.\n");
        comparison
                .figures(slot -> slot.plan() == Plan.JLBH)
                .forEach(figures ->
                        text.append('\n').append(RunTables.of(figures).markdown()));
        return text.toString();
    }

    private String parts(Function<Grid, String> print) {
        List<Grid> grids = new ArrayList<>();
        if (has(Plan.JLBH)) {
            for (int rate : comparison.schedule().rates()) {
                JlbhTables tables = new JlbhTables(comparison, rate);
                grids.add(tables.figures());
                grids.add(tables.ratios());
                grids.add(tables.garbage());
            }
            comparison
                    .figures(slot -> slot.agent() && slot.round() == 1)
                    .forEach(figures -> grids.add(new StageTable(figures).grid()));
            if (comparison.figures(Slot::agent).findAny().isPresent()) {
                grids.add(new AgentTable(comparison).grid());
            }
        }
        if (has(Plan.LATENCY2)) {
            grids.add(Latency2Table.of(comparison));
        }
        if (has(Plan.PARSE)) {
            grids.add(ParseTable.of(comparison));
        }
        StringBuilder text = new StringBuilder();
        grids.forEach(grid -> text.append(print.apply(grid)).append('\n'));
        return text.toString();
    }

    private boolean has(Plan plan) {
        return comparison.figures(slot -> slot.plan() == plan).findAny().isPresent();
    }

    private String verdicts(String bullet) {
        StringBuilder text = new StringBuilder();
        comparison.all().stream()
                .filter(figures -> !figures.result().isComplete())
                .forEach(figures -> text.append(bullet)
                        .append(figures.slot().step().label())
                        .append(" FAILED: ")
                        .append(figures.result().failure())
                        .append('\n'));
        if (has(Plan.JLBH)) {
            new Verdicts(comparison)
                    .all()
                    .forEach(verdict ->
                            text.append(bullet).append(verdict.sentence()).append('\n'));
            if (comparison.figures(slot -> true).anyMatch(Figures::isDisturbed)) {
                text.append('\n').append(STAR).append('\n');
            }
        }
        return text.toString();
    }
}
