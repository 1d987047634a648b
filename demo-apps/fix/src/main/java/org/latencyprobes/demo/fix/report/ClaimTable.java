package org.latencyprobes.demo.fix.report;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.latencyprobes.analysis.page.PageTable;
import org.latencyprobes.analysis.statistics.Holm;
import org.latencyprobes.demo.fix.comparison.Claim;
import org.latencyprobes.internal.report.Grid;

/** The table of claims and verdicts. The primary claim is judged by itself; the p-values of the others are corrected for their number. */
public final class ClaimTable {

    private static final List<String> HEADINGS =
            List.of("claim", "published", "here (95 %)", "ceiling (95 %)", "verdict", "blocks", "in all blocks");

    private ClaimTable() {}

    public static Grid of(List<Claim> claims) {
        Grid grid = new Grid(HEADINGS, Collections.nCopies(HEADINGS.size(), true));
        rows(claims).forEach(grid::add);
        return grid;
    }

    /** The same for a page. */
    static PageTable ofPage(List<Claim> claims) {
        return new PageTable("What was claimed, and what came out here", HEADINGS.size(), HEADINGS, rows(claims));
    }

    private static List<List<String>> rows(List<Claim> claims) {
        List<List<String>> rows = new ArrayList<>();
        List<String> verdicts = verdicts(claims);
        for (int i = 0; i < claims.size(); i++) {
            Claim claim = claims.get(i);
            rows.add(List.of(
                    claim.text(),
                    claim.published(),
                    claim.here(),
                    claim.ceiling(),
                    verdicts.get(i),
                    claim.blocks(),
                    claim.inAll()));
        }
        return rows;
    }

    private static List<String> verdicts(List<Claim> claims) {
        double[] corrected = Holm.adjusted(claims.stream()
                .filter(Claim::isCorrected)
                .mapToDouble(claim -> claim.evidence().pValue())
                .toArray());
        List<String> verdicts = new ArrayList<>();
        int tested = 0;
        for (Claim claim : claims) {
            verdicts.add(claim.verdict(
                    claim.isCorrected() ? corrected[tested++] : claim.evidence().pValue()));
        }
        return verdicts;
    }
}
