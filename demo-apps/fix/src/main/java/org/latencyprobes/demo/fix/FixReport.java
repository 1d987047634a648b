package org.latencyprobes.demo.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.latencyprobes.demo.common.DemoReport;
import org.latencyprobes.demo.fix.measure.RunFigures;
import org.latencyprobes.report.Grid;

/** The report on everything measured, with the verdicts at the end. */
final class FixReport implements DemoReport {

    private static final String PUBLISHED = "Published figures are by others, on another machine.";
    private static final String STAR = "* others used the machine during all runs behind the figure.";

    private final FixComparison comparison;
    private final String setup;

    /**
     * Creates a report.
     *
     * @param setup the sentence about machine and settings
     */
    FixReport(FixComparison comparison, String setup) {
        this.comparison = comparison;
        this.setup = setup;
    }

    @Override
    public boolean isEmpty() {
        return comparison.isEmpty();
    }

    /** Whether all measurements are complete. */
    @Override
    public boolean isSound() {
        return comparison.all().stream().allMatch(figures -> figures.result().isComplete());
    }

    @Override
    public String csv() {
        return FixRunsCsv.of(comparison);
    }

    /** Leaves out the single runs. */
    @Override
    public String text() {
        return setup + "\n" + PUBLISHED + "\n\n" + parts(Grid::text) + verdicts("");
    }

    @Override
    public String markdown() {
        StringBuilder text = new StringBuilder("# FIX engines\n\n");
        text.append(setup)
                .append("\n\n")
                .append(PUBLISHED)
                .append("\n\n")
                .append(parts(Grid::markdown))
                .append(verdicts("- "));
        text.append(
                        "\n## Runs\n\nFrom the time at which a message was due. A run with a star was disturbed: others used ")
                .append(RunFigures.DISTURBING_CPUS)
                .append(" CPUs or more meanwhile.\n");
        comparison
                .figures(spec -> spec.scenario() == Scenario.JLBH)
                .forEach(figures ->
                        text.append('\n').append(RunTables.of(figures).markdown()));
        return text.toString();
    }

    private String parts(Function<Grid, String> print) {
        List<Grid> grids = new ArrayList<>();
        if (has(Scenario.JLBH)) {
            for (int rate : comparison.schedule().rates()) {
                JlbhTables tables = new JlbhTables(comparison, rate);
                grids.add(tables.figures());
                grids.add(tables.ratios());
                grids.add(tables.garbage());
            }
            comparison
                    .figures(spec -> spec.agent() && spec.round() == 1)
                    .forEach(figures -> grids.add(new StageTable(figures).grid()));
            if (comparison.figures(MeasurementSpec::agent).findAny().isPresent()) {
                grids.add(new AgentTable(comparison).grid());
            }
        }
        if (has(Scenario.LATENCY2)) {
            grids.add(Latency2Table.of(comparison));
        }
        if (has(Scenario.PARSE)) {
            grids.add(ParseTable.of(comparison));
        }
        StringBuilder text = new StringBuilder();
        grids.forEach(grid -> text.append(print.apply(grid)).append('\n'));
        return text.toString();
    }

    private boolean has(Scenario scenario) {
        return comparison.figures(spec -> spec.scenario() == scenario).findAny().isPresent();
    }

    private String verdicts(String bullet) {
        StringBuilder text = new StringBuilder();
        comparison.all().stream()
                .filter(figures -> !figures.result().isComplete())
                .forEach(figures -> text.append(bullet)
                        .append(figures.spec().step().label())
                        .append(" FAILED: ")
                        .append(figures.result().failure())
                        .append('\n'));
        if (has(Scenario.JLBH)) {
            new FixVerdicts(comparison)
                    .all()
                    .forEach(verdict ->
                            text.append(bullet).append(verdict.sentence()).append('\n'));
            if (comparison.figures(spec -> true).anyMatch(MeasurementFigures::isDisturbed)) {
                text.append('\n').append(STAR).append('\n');
            }
        }
        return text.toString();
    }
}
