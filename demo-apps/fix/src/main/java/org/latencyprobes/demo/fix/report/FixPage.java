package org.latencyprobes.demo.fix.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import org.latencyprobes.analysis.page.ReportPage;
import org.latencyprobes.analysis.picture.HeatPicture;
import org.latencyprobes.analysis.picture.PercentileCurve;
import org.latencyprobes.analysis.picture.PercentilePoint;
import org.latencyprobes.analysis.picture.Picture;
import org.latencyprobes.analysis.picture.RatioPicture;
import org.latencyprobes.analysis.picture.SpectrumPicture;
import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.common.figures.Medians;
import org.latencyprobes.demo.fix.comparison.Blocks;
import org.latencyprobes.demo.fix.comparison.Cell;
import org.latencyprobes.demo.fix.comparison.Claim;
import org.latencyprobes.demo.fix.comparison.FixComparison;
import org.latencyprobes.demo.fix.comparison.JvmFigures;
import org.latencyprobes.demo.fix.comparison.PublishedFixFigures;
import org.latencyprobes.demo.fix.comparison.Scenario;
import org.latencyprobes.demo.fix.engine.echo.EchoEngine;
import org.latencyprobes.demo.fix.jvm.TimeSpan;
import org.latencyprobes.demo.fix.measure.TimeLine;

/** The report as one HTML page: the claims, the percentiles of every JVM beside the published ones, the factors to TCP alone, latency over time. */
public final class FixPage {

    private final FixComparison comparison;
    private final ReportPage page;
    private final Map<String, String> files = new LinkedHashMap<>();

    private FixPage(FixComparison comparison, String setup) {
        this.comparison = comparison;
        this.page = new ReportPage("FIX engines").fact("Set-up", setup);
    }

    /**
     * The page, and its pictures alone.
     *
     * @param reading how the claims' table is to be read
     * @return contents by file names
     */
    static Map<String, String> files(FixComparison comparison, String setup, List<Claim> claims, String reading) {
        FixPage page = new FixPage(comparison, setup);
        page.addClaims(claims, reading);
        page.addScenario(
                "Orders, from when they were due",
                Scenario.JLBH,
                comparison.schedule().preset().rates());
        page.addScenario(
                "As published, from when orders were sent", Scenario.PUBLISHED, List.of(Scenario.PUBLISHED_RATE));
        page.addTimeLines();
        page.addStages();
        page.files.put(
                "report.html",
                page.page
                        .section("The tables")
                        .paragraph("All tables are in comparison.md, every run is in comparison.csv, beside this page.")
                        .html());
        return page.files;
    }

    private void add(String file, Picture picture, String caption) {
        page.picture(picture, caption);
        files.put(file + ".svg", picture.svg());
    }

    private void addClaims(List<Claim> claims, String reading) {
        page.section("The claims");
        if (!claims.isEmpty()) {
            page.table(ClaimTable.ofPage(claims));
        }
        page.paragraph(reading);
        comparison.failures().forEach(page::paragraph);
    }

    private void addScenario(String heading, Scenario scenario, List<Integer> rates) {
        if (!comparison.has(scenario)) {
            return;
        }
        page.section(heading);
        for (int rate : rates) {
            String file = scenario.id() + "-" + rate;
            List<Cell> cells = measured(scenario, rate);
            add(
                    file + "-percentiles",
                    spectrum(cells, rate),
                    "A line is one JVM. Marks are published, from another machine.");
            add(file + "-factors", factors(scenario, rate), "An engine of no cost would stand at 1.");
        }
    }

    private void addTimeLines() {
        List<Integer> rates = comparison.schedule().preset().rates();
        if (rates.isEmpty() || !comparison.has(Scenario.JLBH)) {
            return;
        }
        page.section("Latency over time");
        for (Cell cell : cells(Scenario.JLBH, rates.get(0))) {
            comparison.of(cell).stream()
                    .findFirst()
                    .ifPresent(figures -> add(
                            cell.id() + "-over-time",
                            timeLine(figures),
                            "The first run of the JVM of block "
                                    + figures.spec().block()
                                    + ". Collections and JIT are of its JVM, which has both sides."));
        }
    }

    private static Picture timeLine(JvmFigures figures) {
        Cell cell = figures.spec().cell();
        HeatPicture picture = new HeatPicture(
                        String.format(Locale.ROOT, "%s at %,d/s", cell.engine().title(), cell.rate()))
                .lane("collections")
                .lane("JIT");
        TimeLine line = figures.runs().get(0).timeLine();
        long nanos = 0;
        for (Distribution slice : line.slices()) {
            picture.slice(nanos, nanos + TimeLine.SLICE_NANOS, slice.histogram());
            nanos += TimeLine.SLICE_NANOS;
        }
        addEvents(picture, "collections", line.collections(), nanos);
        addEvents(picture, "JIT", line.compilations(), nanos);
        return picture.picture();
    }

    /** Adds what of the events lies between the axes. */
    private static void addEvents(HeatPicture picture, String lane, List<TimeSpan> spans, long endNanos) {
        for (TimeSpan span : spans) {
            long from = Math.max(0, span.startNanos());
            long to = Math.min(endNanos, span.startNanos() + span.nanos());
            if (from < endNanos && to >= from) {
                picture.event(lane, from, to - from);
            }
        }
    }

    private void addStages() {
        if (!comparison.probed().isEmpty()) {
            page.section("Where the time goes");
        }
        for (JvmFigures figures : comparison.probed()) {
            StageTable table = new StageTable(figures);
            add(
                    figures.spec().cell().id() + "-stages",
                    table.picture().picture(),
                    "Means by the agent's probes, of both sides, in the JVM of block "
                            + figures.spec().block() + ". What overlapped is taken from the rest."
                            + table.sentenceOnUnknown());
        }
    }

    private List<Cell> cells(Scenario scenario, int rate) {
        return comparison.schedule().cells().stream()
                .filter(cell -> cell.scenario() == scenario && cell.rate() == rate && !cell.agent())
                .toList();
    }

    private Picture spectrum(List<Cell> cells, int rate) {
        SpectrumPicture picture = new SpectrumPicture(String.format(Locale.ROOT, "Round trips at %,d/s", rate));
        for (Cell cell : cells) {
            picture.series(
                    cell.engine().title(),
                    comparison.of(cell).stream()
                            .map(figures -> PercentileCurve.of(
                                    figures.timing().distribution().histogram()))
                            .toList());
        }
        for (String name : List.of(PublishedFixFigures.QUICKFIX, PublishedFixFigures.CHRONICLE)) {
            PublishedFixFigures.runs(name, rate)
                    .ifPresent(rows -> picture.published("published: " + name, name, points(rows)));
        }
        return picture.picture();
    }

    private List<Cell> measured(Scenario scenario, int rate) {
        return cells(scenario, rate).stream()
                .filter(cell -> !comparison.of(cell).isEmpty())
                .toList();
    }

    private static List<PercentilePoint> points(List<List<Double>> rows) {
        List<PercentilePoint> points = new ArrayList<>();
        for (Level level : Level.values()) {
            points.add(new PercentilePoint(level.percentile(), 1_000 * Medians.of(rows.get(level.ordinal()))));
        }
        return points;
    }

    private Picture factors(Scenario scenario, int rate) {
        RatioPicture picture = new RatioPicture(String.format(Locale.ROOT, "p50 to TCP alone at %,d/s", rate));
        for (Cell cell : cells(scenario, rate)) {
            Blocks blocks = comparison
                    .blocks(scenario, rate, cell.engine().name(), EchoEngine.NAME)
                    .judged();
            if (!blocks.isEmpty() && !cell.engine().name().equals(EchoEngine.NAME)) {
                picture.row(
                        cell.engine().title(),
                        blocks.ratioTo(1).interval(Blocks.CONFIDENCE),
                        OptionalDouble.empty(),
                        OptionalDouble.empty());
            }
        }
        return picture.picture();
    }
}
