package org.latencyprobes.cli.compare;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.latencyprobes.agent.base.Version;
import org.latencyprobes.analysis.page.ReportPage;
import org.latencyprobes.analysis.picture.PercentileCurve;
import org.latencyprobes.analysis.picture.RatioPicture;
import org.latencyprobes.analysis.picture.SpectrumPicture;
import org.latencyprobes.analysis.statistics.ConfidenceInterval;

/**
 * A comparison as one HTML file: verdicts, and for each probe the percentile curves of all runs, the ratio by percentile and
 * the causes of slow calls.
 *
 * @param comparison what came out
 */
record ComparisonPage(Comparison comparison) {

    private static final int MOST_PROBES = 50;

    /** The page. */
    String html() {
        ReportPage page = new ReportPage("Comparison of " + comparison.before().name() + " and "
                        + comparison.after().name())
                .fact("Before", side(comparison.before()))
                .fact("After", side(comparison.after()))
                .fact("Intervals", "hold together with 95 % confidence")
                .fact("Version", Version.text());
        ComparisonAnswer answer = new ComparisonAnswer(comparison);
        page.section("Results").table(answer.pageTable());
        comparison.remarks().forEach(page::paragraph);
        answer.jitter().forEach(page::paragraph);
        CausesAnswer causes = new CausesAnswer(CauseComparison.all(comparison));
        comparison.probes().stream().limit(MOST_PROBES).forEach(probe -> {
            section(page, probe);
            causes.pageTables(probe).forEach(page::table);
        });
        return page.data(data()).html();
    }

    private static String side(Side side) {
        return side.name() + ": "
                + String.join(", ", side.runs().stream().map(Run::name).toList());
    }

    private void section(ReportPage page, String probe) {
        page.section(probe)
                .picture(
                        new SpectrumPicture(probe)
                                .series("before", curves(comparison.before(), probe))
                                .series("after", curves(comparison.after(), probe))
                                .picture(),
                        "The percentiles of each run. A line is dotted where fewer than ten samples lie beyond.");
        List<Comparison.Row> rows = comparison.rows().stream()
                .filter(row -> row.probe().equals(probe) && ComparisonAnswer.isTold(row.result()))
                .toList();
        RatioPicture ratios = new RatioPicture("After over before");
        rows.forEach(row -> ratios.row(
                row.percentile(),
                row.result().ratio(comparison.confidence()),
                OptionalDouble.empty(),
                OptionalDouble.empty()));
        if (!rows.isEmpty()) {
            page.picture(ratios.picture(), "Above 1, the side after is slower.");
        }
    }

    private static List<PercentileCurve> curves(Side side, String probe) {
        return side.totals(probe).stream().map(PercentileCurve::of).toList();
    }

    private Map<String, Object> data() {
        List<Object> rows = new ArrayList<>();
        for (Comparison.Row row : comparison.rows()) {
            Map<String, Object> values = new LinkedHashMap<>();
            ConfidenceInterval ratio = row.result().ratio(comparison.confidence());
            values.put("probe", row.probe());
            values.put("percentile", row.result().before().percentile());
            values.put("beforeNanos", row.result().before().nanos());
            values.put("afterNanos", row.result().after().nanos());
            values.put("ratio", ratio.estimate());
            values.put("ratioLow", ratio.isBounded() ? ratio.low() : null);
            values.put("ratioHigh", ratio.isBounded() ? ratio.high() : null);
            values.put("verdict", row.result().verdict(comparison.confidence()));
            rows.add(values);
        }
        return Map.of("rows", rows);
    }
}
