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

/** The JLBH plan's tables at one rate. */
final class JlbhTables {

    private static final String LESS_TCP = " less TCP";
    private static final Map<String, ToDoubleFunction<Figures>> AVERAGES =
            new TreeMap<>(Map.of("mean", Figures::meanMicros, "p50", figures -> figures.micros(Level.P50)));

    private final Comparison comparison;
    private final int rate;

    JlbhTables(Comparison comparison, int rate) {
        this.comparison = comparison;
        this.rate = rate;
    }

    /** The engines side by side: medians of their runs. */
    Grid figures() {
        List<String> headings = new ArrayList<>(List.of(String.format(Locale.ROOT, "%,d/s, µs", rate)));
        comparison.engines().forEach(engine -> headings.add(heading(engine)));
        headings.add("published " + Published.QUICKFIX);
        headings.add("published " + Published.CHRONICLE);
        Grid grid = new Grid(1, headings);
        grid.add(measured("mean", figures -> Cells.micros(figures.meanMicros())));
        for (Level level : Level.values()) {
            grid.add(Cells.row(
                    level.label(),
                    Stream.concat(
                            engines(figures -> Cells.micros(figures.micros(level))),
                            Stream.of(Published.QUICKFIX, Published.CHRONICLE)
                                    .map(name -> Cells.micros(published(name, level))))));
        }
        AVERAGES.forEach((name, micros) -> grid.add(measured(
                name + LESS_TCP,
                figures -> Cells.micros(comparison.lessTcpMicros(figures.slot().engine(), rate, micros)))));
        grid.add(measured("messages a second", JlbhTables::held));
        grid.add(measured(
                "bytes per round trip", figures -> Cells.whole(figures.median(RunFigures::bytesPerRoundTrip))));
        grid.add(measured("others' CPUs", figures -> Cells.percent(figures.median(RunFigures::otherCpus))));
        return grid;
    }

    private String heading(Engine engine) {
        boolean disturbed = comparison
                .figures(engine, Plan.JLBH, rate)
                .filter(Figures::isDisturbed)
                .isPresent();
        return engine.title() + (disturbed ? "*" : "");
    }

    private List<String> measured(String label, Function<Figures, String> cell) {
        return Cells.row(label, Stream.concat(engines(cell), Stream.of("", "")));
    }

    private Stream<String> engines(Function<Figures, String> cell) {
        return comparison.engines().stream()
                .map(engine ->
                        comparison.figures(engine, Plan.JLBH, rate).map(cell).orElse(Cells.NONE));
    }

    private static String held(Figures figures) {
        return Cells.whole(figures.median(RunFigures::perSecond)) + (figures.isHeld() ? "" : " (not held)");
    }

    private Optional<Double> published(String name, Level level) {
        return Published.runs(name, rate).map(rows -> Medians.of(rows.get(level.ordinal())));
    }

    /** How many times QuickFIX/J's figure is another's. */
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
            published.add(Cells.factor(published(Published.QUICKFIX, level)
                    .flatMap(top -> published(Published.CHRONICLE, level).map(bottom -> top / bottom))));
        }
        grid.add(published);
        return grid;
    }

    private List<String> ratios(Engine quickFix, Engine engine) {
        List<String> cells = new ArrayList<>(List.of(quickFix.title() + " / " + engine.title()));
        cells.add(Cells.factor(ratio(quickFix, engine, Figures::meanMicros)));
        AVERAGES.values()
                .forEach(micros -> cells.add(Cells.factor(comparison
                        .lessTcpMicros(quickFix, rate, micros)
                        .flatMap(top ->
                                comparison.lessTcpMicros(engine, rate, micros).map(bottom -> top / bottom)))));
        for (Level level : Level.values()) {
            cells.add(Cells.factor(ratio(quickFix, engine, figures -> figures.micros(level))));
        }
        return cells;
    }

    private Optional<Double> ratio(Engine over, Engine under, Function<Figures, Double> figure) {
        return comparison
                .figures(over, Plan.JLBH, rate)
                .flatMap(top -> comparison
                        .figures(under, Plan.JLBH, rate)
                        .map(bottom -> figure.apply(top) / figure.apply(bottom)));
    }

    /** Garbage, and what of the tail happened while it was collected. */
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
                    .figures(engine, Plan.JLBH, rate)
                    .ifPresent(figures -> grid.add(List.of(
                            engine.title(),
                            Cells.whole(figures.median(RunFigures::bytesPerRoundTrip)),
                            Cells.whole(figures.sum(run -> run.spent().pauses().size())),
                            Cells.whole(figures.sum(run -> run.spent().pauseMillis())),
                            Cells.whole(figures.sum(run -> run.tail().beyond())),
                            Cells.whole(figures.sum(run -> run.tail().beyondCollected())),
                            Cells.percent(100
                                    * figures.sum(run -> run.tail().collected())
                                    / figures.sum(RunFigures::count)))));
        }
        return grid;
    }
}
