package org.latencyprobes.demo.date;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.latencyprobes.analysis.page.PageTable;
import org.latencyprobes.analysis.statistics.TailSamples;
import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.date.DateComparison.CheckedRun;
import org.latencyprobes.demo.date.experiment.Experiment;
import org.latencyprobes.internal.report.Grid;
import org.latencyprobes.internal.report.Percentiles;

/** The comparison's tables, for a page, and as grids to be printed as text, Markdown or CSV. */
final class ComparisonTables {

    static final List<Pair> PAIRS = List.of(
            new Pair("socket, sleeping / micro (JMH)", Experiment.SERVER_SLEEPING, Experiment.MICRO_JMH),
            new Pair("socket, spinning / micro (JMH)", Experiment.SERVER_SPINNING, Experiment.MICRO_JMH),
            new Pair("socket, spinning / micro (JLBH)", Experiment.SERVER_SPINNING, Experiment.MICRO_JLBH),
            new Pair("gap: no socket, spinning / micro (JMH)", Experiment.LOCAL_SPINNING, Experiment.MICRO_JMH),
            new Pair("sleep, without socket", Experiment.LOCAL_SLEEPING, Experiment.LOCAL_SPINNING),
            new Pair("sleep, with socket", Experiment.SERVER_SLEEPING, Experiment.SERVER_SPINNING),
            new Pair("socket, where both spin", Experiment.SERVER_SPINNING, Experiment.LOCAL_SPINNING),
            new Pair("socket, where both sleep", Experiment.SERVER_SLEEPING, Experiment.LOCAL_SLEEPING));

    private static final String PUBLISHED_NOTE =
            "Published: by others, on another machine; the median of its runs, with spinning sockets. Its JLBH column is end"
                    + " to end, so from p99 up it holds waiting time.";

    private static final List<Experiment> PUBLISHED =
            List.of(Experiment.MICRO_JMH, Experiment.MICRO_JLBH, Experiment.SERVER_SPINNING);

    /** The share of a rate from which on it counts as held. */
    private static final double HELD = 0.98;

    private static final String NONE = "-";

    private final DateComparison comparison;

    ComparisonTables(DateComparison comparison) {
        this.comparison = comparison;
    }

    /** A table as text, Markdown and CSV have it. */
    static Grid grid(PageTable table) {
        Grid grid = new Grid(table.leftColumns(), table.headings());
        table.rows().forEach(grid::add);
        return grid;
    }

    /** The experiments side by side, with their published figures. Percentiles with fewer than ten samples beyond are left out. */
    PageTable figures() {
        List<List<String>> rows = new ArrayList<>();
        for (Level level : Level.values()) {
            rows.add(row(
                    level.label(),
                    Stream.concat(
                            measured()
                                    .map(experiment -> isPrintable(experiment, level)
                                            ? micros(comparison.micros(experiment, level))
                                            : NONE),
                            PUBLISHED.stream()
                                    .map(experiment -> micros(PublishedDateFigures.micros(experiment, level))))));
        }
        rows.add(row("calls a round", counts(comparison::count)));
        rows.add(row("per second", counts(comparison::callsPerSecond)));
        return new PageTable(
                "Medians over the rounds, in µs",
                1,
                row(
                        "µs",
                        Stream.concat(
                                measured().map(Experiment::title),
                                Stream.of("published JMH", "published JLBH", "published server"))),
                rows);
    }

    /** Notes to the figures: where the published ones come from, and which experiments did not hold the rate that they share. */
    String notes(int rate) {
        String which = Experiment.AT_ONE_RATE.stream()
                .filter(experiment -> comparison.callsPerSecond(experiment).orElse((double) rate) < HELD * rate)
                .map(experiment -> experiment.title() + " (" + whole(comparison.callsPerSecond(experiment)) + ")")
                .collect(Collectors.joining(", "));
        return which.isEmpty()
                ? PUBLISHED_NOTE
                : String.format(
                        Locale.ROOT,
                        "%s The rate of %,d a second was not held by %s: the generator is late there, and goes on at once.",
                        PUBLISHED_NOTE,
                        rate,
                        which);
    }

    private Stream<Experiment> measured() {
        return Stream.of(Experiment.values())
                .filter(experiment -> comparison.count(experiment).isPresent());
    }

    private boolean isPrintable(Experiment experiment, Level level) {
        long count = comparison.count(experiment).orElse(0.0).longValue();
        return level == Level.MAX || new TailSamples(level.percentile(), count).isPrintable();
    }

    private Stream<String> counts(Function<Experiment, Optional<Double>> figure) {
        return Stream.concat(
                measured().map(experiment -> whole(figure.apply(experiment))),
                PUBLISHED.stream().map(experiment -> ""));
    }

    /** Two experiments whose ratio says something. */
    record Pair(String name, Experiment over, Experiment under) {}

    /** The ratios between experiments: the geometric mean over the rounds, and its interval. */
    PageTable ratios() {
        List<List<String>> rows = new ArrayList<>();
        for (Pair pair : PAIRS) {
            if (comparison.pairs(pair.over, pair.under, Level.P50).isPresent()) {
                rows.add(ratios(pair));
            }
        }
        return new PageTable(
                "Ratios with 95 % intervals over the rounds",
                1, List.of("ratio (95 % interval)", "p50", "p90", "p99", "published"), rows);
    }

    private List<String> ratios(Pair pair) {
        String published = Level.COMPARED.stream()
                .map(level -> PublishedDateFigures.factor(pair.over, pair.under, level)
                        .map(factor -> String.format(Locale.ROOT, "%.2f", factor))
                        .orElse(NONE))
                .collect(Collectors.joining(" / "));
        return row(
                pair.name,
                Stream.concat(Level.COMPARED.stream().map(level -> ratio(pair, level)), Stream.of(published)));
    }

    private String ratio(Pair pair, Level level) {
        long count = Math.min(
                comparison.count(pair.over).orElseThrow().longValue(),
                comparison.count(pair.under).orElseThrow().longValue());
        return new TailSamples(level.percentile(), count).isJudgeable()
                ? comparison
                        .pairs(pair.over, pair.under, level)
                        .orElseThrow()
                        .ratio(DateVerdict.CONFIDENCE)
                        .text()
                : NONE;
    }

    /** The jitter of the machine, by each sampler. */
    PageTable jitter() {
        List<String> headings = new ArrayList<>(List.of("OS jitter, µs, beside", "sampler", "events"));
        Stream.of(Level.values()).map(Level::label).forEach(headings::add);
        List<List<String>> rows = new ArrayList<>();
        for (Experiment experiment : Experiment.values()) {
            addJitter(rows, experiment, "agent: oversleep of 1 ms sleeps", comparison.hiccups(experiment));
            addJitter(rows, experiment, "JLBH: gaps over 1 µs, spinning", comparison.osJitter(experiment));
        }
        PUBLISHED.stream()
                .filter(experiment -> PublishedDateFigures.osJitterMicros(experiment, Level.P50)
                        .isPresent())
                .forEach(experiment -> rows.add(publishedJitter(experiment)));
        return new PageTable("Jitter of the machine, in µs", 2, headings, rows);
    }

    private static void addJitter(List<List<String>> rows, Experiment experiment, String sampler, Distribution jitter) {
        if (!jitter.isEmpty()) {
            List<String> cells =
                    new ArrayList<>(List.of(experiment.title(), sampler, whole(Optional.of((double) jitter.count()))));
            Stream.of(Level.values())
                    .map(level -> micros(jitter.nanos(level) / 1_000))
                    .forEach(cells::add);
            rows.add(cells);
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
    PageTable crossCheck() {
        List<List<String>> rows = new ArrayList<>();
        for (Experiment experiment : Experiment.values()) {
            comparison.checkedRuns().stream()
                    .filter(checked -> checked.experiment() == experiment && checked.compared())
                    .max(Comparator.comparing(checked -> checked.crossCheck().largestDeviationPercent()))
                    .ifPresent(checked -> rows.add(crossCheckRow(checked)));
        }
        return new PageTable(
                "The probe and JLBH's recorder, in µs: the run of each experiment in which they are furthest apart",
                1,
                List.of("probe / JLBH less one baseline, µs", "calls", "p50", "p90", "p99", "furthest apart, %"),
                rows);
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
}
