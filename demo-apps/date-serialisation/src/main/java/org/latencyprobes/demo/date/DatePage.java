package org.latencyprobes.demo.date;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.latencyprobes.analysis.page.ReportPage;
import org.latencyprobes.analysis.picture.PercentileCurve;
import org.latencyprobes.analysis.picture.PercentilePoint;
import org.latencyprobes.analysis.picture.Picture;
import org.latencyprobes.analysis.picture.RatioPicture;
import org.latencyprobes.analysis.picture.SpectrumPicture;
import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.date.ComparisonTables.Pair;
import org.latencyprobes.demo.date.experiment.Experiment;
import org.latencyprobes.internal.report.UnitFactors;

/** The comparison as an HTML page, with its pictures as files of their own. */
final class DatePage {

    private final DateComparison comparison;
    private final String setup;
    private final DateFindings findings;
    private final ComparisonTables tables;
    private final String notes;
    private final String crossCheck;

    /**
     * Creates a page.
     *
     * @param setup the sentence about machine and settings
     * @param notes on the figures
     * @param crossCheck the sentence about the two recorders
     */
    DatePage(
            DateComparison comparison,
            String setup,
            DateFindings findings,
            ComparisonTables tables,
            String notes,
            String crossCheck) {
        this.comparison = comparison;
        this.setup = setup;
        this.findings = findings;
        this.tables = tables;
        this.notes = notes;
        this.crossCheck = crossCheck;
    }

    /** Names of files, and what they hold. */
    Map<String, String> files() {
        Picture spectrum = spectrum();
        Picture ratios = ratios();
        return Map.of(
                "report.html", html(spectrum, ratios), "spectrum.svg", spectrum.svg(), "ratios.svg", ratios.svg());
    }

    private String html(Picture spectrum, Picture ratios) {
        ReportPage page = new ReportPage("Date serialisation: micro-benchmark and in context").fact("Run", setup);
        findings.results().forEach(page::result);
        return page.section("Verdict")
                .paragraph(findings.verdict().sentence())
                .section("Ratios")
                .picture(ratios, "The probe's medians, with 95 % intervals over the rounds. Each round has new JVMs.")
                .table(tables.ratios())
                .section("Percentiles")
                .picture(spectrum, "A line for each JVM. It is dotted where fewer than ten calls lie beyond.")
                .table(tables.figures())
                .paragraph(notes)
                .section("Can it be believed?")
                .table(tables.jitter())
                .table(tables.crossCheck())
                .paragraph(crossCheck)
                .html();
    }

    private Picture ratios() {
        RatioPicture picture = new RatioPicture("How much longer the median call takes");
        for (Pair pair : ComparisonTables.PAIRS) {
            Optional<Double> published = PublishedDateFigures.factor(pair.over(), pair.under(), Level.P50);
            comparison
                    .pairs(pair.over(), pair.under(), Level.P50)
                    .ifPresent(pairs -> picture.row(
                            pair.name(),
                            pairs.ratio(DateVerdict.CONFIDENCE),
                            OptionalDouble.empty(),
                            published.map(OptionalDouble::of).orElse(OptionalDouble.empty())));
        }
        return picture.picture();
    }

    private Picture spectrum() {
        SpectrumPicture picture = new SpectrumPicture("Date serialisation: the same call in different surroundings");
        measured().forEach(experiment -> picture.series(experiment.title(), curves(experiment)));
        measured().forEach(experiment -> {
            List<PercentilePoint> published = published(experiment);
            if (!published.isEmpty()) {
                picture.published(experiment.title() + ", published", experiment.title(), published);
            }
        });
        return picture.picture();
    }

    /** Without the longest, for which there is no place on an axis of another number of calls. */
    private static List<PercentilePoint> published(Experiment experiment) {
        return Stream.of(Level.values())
                .filter(level -> level != Level.MAX)
                .flatMap(level -> PublishedDateFigures.micros(experiment, level)
                        .map(micros -> new PercentilePoint(level.percentile(), micros * UnitFactors.NANOS_PER_MICRO))
                        .stream())
                .toList();
    }

    private List<PercentileCurve> curves(Experiment experiment) {
        return probes(experiment)
                .map(Distribution::histogram)
                .map(PercentileCurve::of)
                .toList();
    }

    private Stream<Distribution> probes(Experiment experiment) {
        return IntStream.rangeClosed(1, comparison.rounds())
                .boxed()
                .flatMap(round -> comparison.probe(experiment, round).stream());
    }

    private Stream<Experiment> measured() {
        return Stream.of(Experiment.values())
                .filter(experiment -> comparison.count(experiment).isPresent());
    }
}
