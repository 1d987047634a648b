package org.latencyprobes.demo.fix.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.latencyprobes.demo.common.DemoReport;
import org.latencyprobes.demo.fix.comparison.Claim;
import org.latencyprobes.demo.fix.comparison.Claims;
import org.latencyprobes.demo.fix.comparison.FixComparison;
import org.latencyprobes.demo.fix.comparison.JvmFigures;
import org.latencyprobes.demo.fix.comparison.Scenario;
import org.latencyprobes.internal.report.Grid;

/** The report on everything measured: the claims with their verdicts, and then the tables. */
public final class FixReport implements DemoReport {

    private static final String READING =
            "Published figures are by others, on another machine. A block is one JVM of each"
                    + " engine. Factors are geometric means over blocks, with Student's 95 % interval; the p-values of all claims but"
                    + " the primary one are corrected by Holm's method. Blocks in which others used 0.15 CPUs or more (0.1 for p90,"
                    + " 0.01 for p99 and means) are left out if half of all are left, and three; else they stay and count as"
                    + " disturbed. The ceiling is the factor to the TCP echo: an engine of no cost"
                    + " would show it. A percentile is printed from ten messages beyond it on, and judged from fifty on. A star"
                    + " beside JIT: compilers still worked.";

    private final FixComparison comparison;
    private final String setup;
    private final List<Claim> claims;

    /**
     * Creates a report.
     *
     * @param setup the sentence about machine and settings
     */
    public FixReport(FixComparison comparison, String setup) {
        this.comparison = comparison;
        this.setup = setup;
        this.claims = new Claims(comparison).all();
    }

    @Override
    public boolean isEmpty() {
        return comparison.all().isEmpty();
    }

    /** Whether nothing failed. */
    @Override
    public boolean isSound() {
        return comparison.failures().isEmpty();
    }

    @Override
    public String csv() {
        return FixRunsCsv.of(comparison);
    }

    /** The claims alone. */
    @Override
    public String text() {
        return setup + "\n\n" + ClaimTable.of(claims).text() + READING + "\n" + failures("");
    }

    @Override
    public String markdown() {
        return "# FIX engines\n\n" + setup + "\n\n" + ClaimTable.of(claims).markdown() + "\n" + READING + "\n\n"
                + tables().stream().map(grid -> grid.markdown() + "\n").collect(Collectors.joining())
                + failures("- ");
    }

    @Override
    public Map<String, String> files() {
        return FixPage.files(comparison, setup, claims, READING);
    }

    private List<Grid> tables() {
        List<Grid> tables = new ArrayList<>();
        if (comparison.has(Scenario.PUBLISHED)) {
            tables.add(LadderTable.of(comparison));
        }
        comparison.schedule().cells().stream()
                .filter(cell -> cell.scenario() == Scenario.JLBH || cell.scenario() == Scenario.PUBLISHED)
                .map(cell -> new RateTables(comparison, cell.scenario(), cell.rate()))
                .distinct()
                .forEach(each -> tables.addAll(each.all()));
        for (JvmFigures figures : comparison.probed()) {
            tables.add(
                    new StageTable(figures).grid(comparison.tcp(figures.spec().cell())));
        }
        if (comparison.has(Scenario.LATENCY2)) {
            tables.add(Latency2Table.of(comparison));
        }
        if (comparison.has(Scenario.PARSE) || comparison.has(Scenario.PARSE_LOGGED)) {
            tables.add(ParseTable.of(comparison));
        }
        return tables;
    }

    private String failures(String bullet) {
        return comparison.failures().stream()
                .map(failure -> bullet + failure + "\n")
                .collect(Collectors.joining());
    }
}
