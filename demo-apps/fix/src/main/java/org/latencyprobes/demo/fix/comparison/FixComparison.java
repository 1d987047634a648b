package org.latencyprobes.demo.fix.comparison;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.measure.MeasurementResult;

/** The results of all measurements. A measurement that failed stays with the runs that it had until then. */
public final class FixComparison {

    private final Schedule schedule;
    private final List<JvmFigures> all = new ArrayList<>();

    public FixComparison(Schedule schedule) {
        this.schedule = schedule;
    }

    public void add(MeasurementSpec spec, MeasurementResult result) {
        all.add(JvmFigures.of(spec, result));
    }

    public Schedule schedule() {
        return schedule;
    }

    /** All measurements, in the order in which they were made. */
    public List<JvmFigures> all() {
        return all;
    }

    /** The measurements of a cell that have a whole run, one of each block. */
    public List<JvmFigures> of(Cell cell) {
        return figures(figures -> figures.spec().cell().id().equals(cell.id())).toList();
    }

    /** The cell of a step, if it was measured. */
    public Optional<Cell> cell(Cells.Step step) {
        return schedule.cells().stream()
                .filter(cell -> cell.is(step.engine(), step.scenario(), Scenario.PUBLISHED_RATE))
                .filter(cell -> !of(cell).isEmpty())
                .findFirst();
    }

    /** The JVMs of TCP alone, which waits as an engine does, under the conditions of a cell. */
    public List<JvmFigures> tcp(Cell cell) {
        return schedule.cells().stream()
                .filter(echo -> echo.is(echoOf(cell.engine()), cell.scenario(), cell.rate()))
                .flatMap(echo -> of(echo).stream())
                .toList();
    }

    /** The first JVM of each engine with the agent. */
    public List<JvmFigures> probed() {
        return schedule.cells().stream()
                .filter(Cell::agent)
                .flatMap(cell -> of(cell).stream().limit(1))
                .toList();
    }

    public boolean has(Scenario scenario) {
        return figures(figures -> figures.spec().cell().scenario() == scenario)
                .findAny()
                .isPresent();
    }

    private Stream<JvmFigures> figures(Predicate<JvmFigures> which) {
        return all.stream().filter(figures -> !figures.isEmpty() && which.test(figures));
    }

    /** The blocks in which all of some engines were measured in a scenario at a rate, without the agent. */
    public Blocks blocks(Scenario scenario, int rate, String... engines) {
        List<Optional<Cell>> cells = Arrays.stream(engines)
                .map(engine -> schedule.cells().stream()
                        .filter(cell -> cell.is(engine, scenario, rate))
                        .findFirst())
                .toList();
        return cells.stream().allMatch(Optional::isPresent)
                ? blocks(cells.stream().flatMap(Optional::stream).toList())
                : Blocks.NONE;
    }

    /** The blocks in which all of some cells were measured. */
    public Blocks blocks(List<Cell> cells) {
        Map<Integer, List<JvmFigures>> blocks = cells.stream()
                .flatMap(cell -> of(cell).stream())
                .collect(Collectors.groupingBy(figures -> figures.spec().block(), TreeMap::new, Collectors.toList()));
        return new Blocks(blocks.values().stream()
                .filter(row -> row.size() == cells.size())
                .toList());
    }

    /** The echo that waits as an engine does: the least that a round trip of it can take. */
    public static String echoOf(Engine engine) {
        return engine.keepsItsCpu() ? "echo-spinning" : "echo";
    }
}
