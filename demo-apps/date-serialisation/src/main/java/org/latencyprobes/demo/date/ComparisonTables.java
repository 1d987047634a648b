package org.latencyprobes.demo.date;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.latencyprobes.demo.common.Distribution;
import org.latencyprobes.demo.common.Level;
import org.latencyprobes.demo.common.Medians;
import org.latencyprobes.demo.date.DateComparison.CheckedRun;
import org.latencyprobes.report.Grid;
import org.latencyprobes.report.Percentiles;

/** The comparison's tables, each to be printed as text, Markdown or CSV. */
final class ComparisonTables {

    private static final String NONE = "-";

    private final DateComparison comparison;

    ComparisonTables(DateComparison comparison) {
        this.comparison = comparison;
    }

    /** The four experiments side by side, with their published figures. */
    Grid figures() {
        Grid grid = new Grid(
                1,
                List.of(
                        "µs",
                        "micro (JMH)",
                        "micro (JLBH)",
                        "same rate, no TCP",
                        "in the server",
                        "published JMH",
                        "published JLBH",
                        "published server"));
        for (Level level : Level.values()) {
            grid.add(row(
                    level.label(),
                    Stream.concat(
                            Stream.of(Experiment.values())
                                    .map(experiment -> micros(comparison.micros(experiment, level))),
                            publishedExperiments()
                                    .map(experiment -> micros(PublishedDateFigures.micros(experiment, level))))));
        }
        grid.add(row("calls a round", measured(comparison::count)));
        grid.add(row("per second", measured(comparison::callsPerSecond)));
        return grid;
    }

    private Stream<String> measured(Function<Experiment, Optional<Double>> figure) {
        return Stream.concat(
                Stream.of(Experiment.values()).map(experiment -> whole(figure.apply(experiment))),
                publishedExperiments().map(experiment -> ""));
    }

    private static Stream<Experiment> publishedExperiments() {
        return Stream.of(Experiment.MICRO_JMH, Experiment.MICRO_JLBH, Experiment.IN_SERVER);
    }

    /** The factors between experiments: the median of the rounds, and their range. */
    Grid factors() {
        Grid grid = new Grid(1, List.of("factor (rounds)", "p50", "p90", "p99", "published"));
        grid.add(factors("in the server / micro (JMH)", Experiment.IN_SERVER, Experiment.MICRO_JMH));
        grid.add(factors("in the server / micro (JLBH)", Experiment.IN_SERVER, Experiment.MICRO_JLBH));
        grid.add(factors("gap: same rate, no TCP / micro (JMH)", Experiment.SAME_RATE, Experiment.MICRO_JMH));
        grid.add(factors("socket: in the server / same rate, no TCP", Experiment.IN_SERVER, Experiment.SAME_RATE));
        return grid;
    }

    private List<String> factors(String label, Experiment over, Experiment under) {
        String published = Level.COMPARED.stream()
                .map(level -> PublishedDateFigures.factor(over, under, level)
                        .map(ComparisonTables::factor)
                        .orElse(NONE))
                .collect(Collectors.joining(" / "));
        return row(
                label,
                Stream.concat(
                        Level.COMPARED.stream().map(level -> withRange(comparison.factors(over, under, level))),
                        Stream.of(published)));
    }

    private static String withRange(List<Double> factors) {
        if (factors.isEmpty()) {
            return NONE;
        }
        DoubleSummaryStatistics range =
                factors.stream().mapToDouble(Double::doubleValue).summaryStatistics();
        return factor(Medians.of(factors)) + " (" + factor(range.getMin()) + "-" + factor(range.getMax()) + ")";
    }

    /** The jitter of the machine, by each sampler. */
    Grid jitter() {
        List<String> headings = new ArrayList<>(List.of("OS jitter, µs, beside", "sampler", "events"));
        Stream.of(Level.values()).map(Level::label).forEach(headings::add);
        Grid grid = new Grid(2, headings);
        for (Experiment experiment : Experiment.values()) {
            addJitter(grid, experiment, "agent: oversleep of 1 ms sleeps", comparison.hiccups(experiment));
            addJitter(grid, experiment, "JLBH: gaps over 1 µs, spinning", comparison.osJitter(experiment));
        }
        publishedExperiments()
                .filter(experiment -> PublishedDateFigures.osJitterMicros(experiment, Level.P50)
                        .isPresent())
                .forEach(experiment -> grid.add(publishedJitter(experiment)));
        return grid;
    }

    private static void addJitter(Grid grid, Experiment experiment, String sampler, Distribution jitter) {
        if (!jitter.isEmpty()) {
            List<String> cells =
                    new ArrayList<>(List.of(experiment.title(), sampler, whole(Optional.of((double) jitter.count()))));
            Stream.of(Level.values())
                    .map(level -> micros(jitter.nanos(level) / 1_000))
                    .forEach(cells::add);
            grid.add(cells);
        }
    }

    private static List<String> publishedJitter(Experiment experiment) {
        List<String> cells = new ArrayList<>(List.of(
                "published: " + experiment.title(),
                "JLBH: gaps over 1 µs, spinning",
                whole(PublishedDateFigures.osJitterEvents(experiment))));
        Stream.of(Level.values())
                .map(level -> micros(PublishedDateFigures.osJitterMicros(experiment, level)))
                .forEach(cells::add);
        return cells;
    }

    /** The compared run of each experiment in which the probe and JLBH's recorder differ most. */
    Grid crossCheck() {
        Grid grid = new Grid(
                1, List.of("probe / JLBH less one baseline, µs", "calls", "p50", "p90", "p99", "furthest apart, %"));
        for (Experiment experiment : Experiment.values()) {
            comparison.checkedRuns().stream()
                    .filter(checked -> checked.experiment() == experiment && checked.compared())
                    .max(Comparator.comparing(checked -> checked.crossCheck().largestDeviationPercent()))
                    .ifPresent(checked -> grid.add(crossCheckRow(checked)));
        }
        return grid;
    }

    private static List<String> crossCheckRow(CheckedRun checked) {
        CrossCheck crossCheck = checked.crossCheck();
        List<String> cells = new ArrayList<>(List.of(
                checked.experiment().title() + ", round " + checked.round() + ", run " + checked.run(),
                String.format(Locale.ROOT, "%,d / %,d", crossCheck.probeCount(), crossCheck.outerCount())));
        Level.COMPARED.forEach(level -> cells.add(micros(crossCheck.probeNanos().get(level.ordinal()) / 1_000) + " / "
                + micros(crossCheck.outerNanos().get(level.ordinal()) / 1_000)));
        cells.add(String.format(Locale.ROOT, "%.1f", crossCheck.largestDeviationPercent()));
        return cells;
    }

    private static List<String> row(String label, Stream<String> cells) {
        return Stream.concat(Stream.of(label), cells).toList();
    }

    private static String micros(Optional<Double> micros) {
        return micros.map(Percentiles::text).orElse(NONE);
    }

    private static String micros(double micros) {
        return Percentiles.text(micros);
    }

    private static String whole(Optional<Double> number) {
        return number.map(value -> String.format(Locale.ROOT, "%,.0f", value)).orElse(NONE);
    }

    private static String factor(double factor) {
        return String.format(Locale.ROOT, "%.2f", factor);
    }
}
