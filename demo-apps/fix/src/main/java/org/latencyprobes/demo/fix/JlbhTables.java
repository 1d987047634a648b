package org.latencyprobes.demo.fix;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.latencyprobes.demo.common.Level;
import org.latencyprobes.demo.common.Medians;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.measure.RunFigures;
import org.latencyprobes.report.Grid;

/** The tables of the JLBH scenario at one rate. */
final class JlbhTables {

    private static final String LESS_TCP = " less TCP";
    private static final Map<String, ToDoubleFunction<MeasurementFigures>> AVERAGES =
            new TreeMap<>(Map.of("mean", MeasurementFigures::meanMicros, "p50", figures -> figures.micros(Level.P50)));

    private final FixComparison comparison;
    private final int rate;

    JlbhTables(FixComparison comparison, int rate) {
        this.comparison = comparison;
        this.rate = rate;
    }

    /** The engines side by side: medians of their runs. */
    Grid figures() {
        List<String> headings = new ArrayList<>(List.of(String.format(Locale.ROOT, "%,d/s, µs", rate)));
        comparison.engines().forEach(engine -> headings.add(heading(engine)));
        headings.add("published " + PublishedFixFigures.QUICKFIX);
        headings.add("published " + PublishedFixFigures.CHRONICLE);
        Grid grid = new Grid(1, headings);
        grid.add(measured("mean", figures -> TableCells.micros(figures.meanMicros())));
        for (Level level : Level.values()) {
            grid.add(TableCells.row(
                    level.label(),
                    Stream.concat(
                            engines(figures -> TableCells.micros(figures.micros(level))),
                            Stream.of(PublishedFixFigures.QUICKFIX, PublishedFixFigures.CHRONICLE)
                                    .map(name -> TableCells.micros(published(name, level))))));
        }
        AVERAGES.forEach((name, micros) -> grid.add(measured(
                name + LESS_TCP,
                figures -> TableCells.micros(
                        comparison.lessTcpMicros(figures.spec().engine(), rate, micros)))));
        grid.add(measured("messages a second", JlbhTables::held));
        grid.add(measured(
                "bytes per round trip", figures -> TableCells.whole(figures.median(RunFigures::bytesPerRoundTrip))));
        grid.add(measured("others' CPUs", figures -> TableCells.percent(figures.median(RunFigures::otherCpus))));
        return grid;
    }

    private String heading(Engine engine) {
        boolean disturbed = comparison
                .figures(engine, Scenario.JLBH, rate)
                .filter(MeasurementFigures::isDisturbed)
                .isPresent();
        return engine.title() + (disturbed ? "*" : "");
    }

    private List<String> measured(String label, Function<MeasurementFigures, String> cell) {
        return TableCells.row(label, Stream.concat(engines(cell), Stream.of("", "")));
    }

    private Stream<String> engines(Function<MeasurementFigures, String> cell) {
        return comparison.engines().stream()
                .map(engine -> comparison
                        .figures(engine, Scenario.JLBH, rate)
                        .map(cell)
                        .orElse(TableCells.NONE));
    }

    private static String held(MeasurementFigures figures) {
        return TableCells.whole(figures.median(RunFigures::perSecond)) + (figures.isHeld() ? "" : " (not held)");
    }

    private Optional<Double> published(String name, Level level) {
        return PublishedFixFigures.runs(name, rate).map(rows -> Medians.of(rows.get(level.ordinal())));
    }

    /** The factors between QuickFIX/J and the other engines. */
    Grid ratios() {
        List<String> headings = new ArrayList<>(List.of(String.format(Locale.ROOT, "factor at %,d/s", rate), "mean"));
        AVERAGES.keySet().forEach(name -> headings.add(name + LESS_TCP));
        Stream.of(Level.values()).map(Level::label).forEach(headings::add);
        Grid grid = new Grid(1, headings);
        comparison
                .quickFix()
                .ifPresent(quickFix -> comparison.lowGarbage().forEach(engine -> grid.add(ratios(quickFix, engine))));
        List<String> published =
                new ArrayList<>(List.of("published: QuickFIX / Chronicle-FIX", "about 12", "over 30", ""));
        for (Level level : Level.values()) {
            published.add(TableCells.factor(published(PublishedFixFigures.QUICKFIX, level)
                    .flatMap(top ->
                            published(PublishedFixFigures.CHRONICLE, level).map(bottom -> top / bottom))));
        }
        grid.add(published);
        return grid;
    }

    private List<String> ratios(Engine quickFix, Engine engine) {
        List<String> cells = new ArrayList<>(List.of(quickFix.title() + " / " + engine.title()));
        cells.add(TableCells.factor(ratio(quickFix, engine, MeasurementFigures::meanMicros)));
        AVERAGES.values()
                .forEach(micros -> cells.add(TableCells.factor(comparison
                        .lessTcpMicros(quickFix, rate, micros)
                        .flatMap(top ->
                                comparison.lessTcpMicros(engine, rate, micros).map(bottom -> top / bottom)))));
        for (Level level : Level.values()) {
            cells.add(TableCells.factor(ratio(quickFix, engine, figures -> figures.micros(level))));
        }
        return cells;
    }

    private Optional<Double> ratio(Engine over, Engine under, Function<MeasurementFigures, Double> figure) {
        return comparison
                .figures(over, Scenario.JLBH, rate)
                .flatMap(top -> comparison
                        .figures(under, Scenario.JLBH, rate)
                        .map(bottom -> figure.apply(top) / figure.apply(bottom)));
    }

    /** The garbage, and the part of the tail that happened while it was collected. */
    Grid garbage() {
        Grid grid = new Grid(
                1,
                List.of(
                        String.format(Locale.ROOT, "garbage at %,d/s", rate),
                        "bytes per round trip",
                        "collections",
                        "pauses, ms",
                        "round trips beyond p99",
                        "of them in a collection",
                        "of all in one, %"));
        for (Engine engine : comparison.engines()) {
            comparison
                    .figures(engine, Scenario.JLBH, rate)
                    .ifPresent(figures -> grid.add(List.of(
                            engine.title(),
                            TableCells.whole(figures.median(RunFigures::bytesPerRoundTrip)),
                            TableCells.whole(
                                    figures.sum(run -> run.usage().pauses().size())),
                            TableCells.whole(figures.sum(run -> run.usage().pauseMillis())),
                            TableCells.whole(figures.sum(run -> run.tail().beyond())),
                            TableCells.whole(figures.sum(run -> run.tail().beyondCollected())),
                            TableCells.percent(100
                                    * figures.sum(run -> run.tail().collected())
                                    / figures.sum(RunFigures::count)))));
        }
        return grid;
    }
}
