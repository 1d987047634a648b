package org.latencyprobes.demo.fix.report;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.latencyprobes.demo.common.DemoReport;
import org.latencyprobes.demo.fix.comparison.Cell;
import org.latencyprobes.demo.fix.comparison.Claim;
import org.latencyprobes.demo.fix.comparison.Claims;
import org.latencyprobes.demo.fix.comparison.FixComparison;
import org.latencyprobes.demo.fix.comparison.JvmFigures;
import org.latencyprobes.demo.fix.comparison.Scenario;
import org.latencyprobes.demo.fix.comparison.Statistic;
import org.latencyprobes.report.Grid;

/** The report on everything measured: the claims with their verdicts, and then the tables. */
public final class FixReport implements DemoReport {

    private static final String PUBLISHED = "Published figures are by others, on another machine.";

    private static final String READING = String.format(
            Locale.ROOT,
            "A block is one JVM of each engine. Factors are geometric means over blocks, with Student's 95 %% interval;"
                    + " the p-values of all claims but the primary one are corrected by Holm's method. Blocks in which others"
                    + " used %s CPUs or more (0.1 for p90, 0.01 for p99 and means) are left out if half of all are left, and three; else they"
                    + " stay and count as disturbed. The ceiling is the factor to the TCP echo that waits as the engine does: an"
                    + " engine of no cost would show it. A percentile"
                    + " is printed from ten messages beyond it on, and judged from fifty on.",
            Statistic.DISTURBING_CPUS);

    private static final String STARS =
            "* in a table of runs: others used the machine meanwhile; beside JIT: compilers still worked.";

    private static final String ODDITIES = "In Chronicle-FIX's published table at 2,000/s two figures of % variation do"
            + " not follow JLBH's formula, by which the variation here is computed. The post says that coordinated"
            + " omission was accounted for; the source says that it was not.";

    private final FixComparison comparison;
    private final String setup;
    private final Optional<FixComparison> earlier;

    /**
     * Creates a report.
     *
     * @param setup the sentence about machine and settings
     * @param earlier what the comparison is a repetition of
     */
    public FixReport(FixComparison comparison, String setup, Optional<FixComparison> earlier) {
        this.comparison = comparison;
        this.setup = setup;
        this.earlier = earlier;
    }

    @Override
    public boolean isEmpty() {
        return comparison.all().stream().allMatch(JvmFigures::isEmpty);
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

    /** Leaves out the published tables. */
    @Override
    public String text() {
        return setup + "\n" + PUBLISHED + "\n\n" + claims(Grid::text) + READING + "\n\n" + repeatability(Grid::text)
                + tables(Grid::text) + STARS + "\n" + failures("");
    }

    @Override
    public String markdown() {
        StringBuilder text = new StringBuilder(
                "# FIX engines\n\n" + setup + "\n\n" + PUBLISHED + "\n\n" + claims(Grid::markdown) + READING + "\n\n"
                        + repeatability(Grid::markdown) + tables(Grid::markdown) + STARS + "\n" + failures("- "));
        text.append("\n## As published\n\n").append(ODDITIES).append('\n');
        PublishedTables.all().forEach(grid -> text.append('\n').append(grid.markdown()));
        return text.toString();
    }

    @Override
    public Map<String, String> files() {
        return FixPage.files(comparison, setup, PUBLISHED + " " + READING, failures());
    }

    private String claims(Function<Grid, String> print) {
        List<Claim> claims = new Claims(comparison).all();
        return claims.isEmpty() ? "" : print.apply(ClaimTable.of(claims)) + "\n";
    }

    private String repeatability(Function<Grid, String> print) {
        return earlier.map(before -> new RepeatabilityTable(before, comparison))
                .map(table -> table.sentence() + "\n\n"
                        + table.grid().map(grid -> print.apply(grid) + "\n").orElse(""))
                .orElse("");
    }

    private String tables(Function<Grid, String> print) {
        List<Grid> first = new ArrayList<>();
        if (comparison.has(Scenario.PUBLISHED)) {
            first.add(LadderTable.of(comparison));
        }
        for (RateTables tables : rates()) {
            first.addAll(tables.all());
        }
        List<Grid> last = new ArrayList<>();
        if (comparison.schedule().cells().stream().anyMatch(Cell::agent)) {
            last.add(new AgentTable(comparison).grid());
        }
        if (comparison.has(Scenario.LATENCY2)) {
            last.add(Latency2Table.of(comparison));
        }
        if (comparison.has(Scenario.PARSE) || comparison.has(Scenario.PARSE_LOGGED)) {
            last.add(ParseTable.of(comparison));
        }
        StringBuilder text = new StringBuilder();
        first.forEach(grid -> text.append(print.apply(grid)).append('\n'));
        comparison.probed().forEach(figures -> text.append(stages(figures, print)));
        last.forEach(grid -> text.append(print.apply(grid)).append('\n'));
        return text.toString();
    }

    private String stages(JvmFigures figures, Function<Grid, String> print) {
        StageTable table = new StageTable(figures);
        String unknown = table.sentenceOnUnknown().strip();
        return print.apply(table.grid(comparison.tcp(figures.spec().cell())))
                + '\n'
                + (unknown.isEmpty() ? "" : unknown + "\n\n");
    }

    /** The tables of each scenario with orders from when they were due, at each rate. */
    private List<RateTables> rates() {
        List<RateTables> tables = new ArrayList<>();
        Set<List<Object>> seen = new LinkedHashSet<>();
        for (Cell cell : comparison.schedule().cells()) {
            boolean shown = cell.scenario() == Scenario.JLBH || cell.scenario() == Scenario.PUBLISHED;
            if (shown && seen.add(List.of(cell.scenario(), cell.rate()))) {
                tables.add(new RateTables(comparison, cell.scenario(), cell.rate()));
            }
        }
        return tables;
    }

    private String failures(String bullet) {
        return failures().stream().map(each -> bullet + each + "\n").collect(Collectors.joining());
    }

    private List<String> failures() {
        return comparison.all().stream()
                .filter(figures -> !figures.result().isComplete())
                .map(figures -> figures.spec().step().label() + " FAILED: "
                        + figures.result().failure())
                .toList();
    }
}
