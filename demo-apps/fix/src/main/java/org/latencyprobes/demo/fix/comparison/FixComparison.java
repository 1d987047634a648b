package org.latencyprobes.demo.fix.comparison;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.latencyprobes.demo.fix.engine.echo.EchoEngine;
import org.latencyprobes.demo.fix.measure.MeasurementResult;

/** The results of all measurements. A measurement that failed is missing, with its reason among the failures. */
public final class FixComparison {

    private final Schedule schedule;
    private final List<JvmFigures> all = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    public FixComparison(Schedule schedule) {
        this.schedule = schedule;
    }

    public void add(MeasurementSpec spec, MeasurementResult result) {
        all.add(JvmFigures.of(spec, result));
    }

    /** Adds a measurement that gave no result. */
    public void addFailure(MeasurementSpec spec, String reason) {
        failures.add(spec.step().label() + " FAILED: " + reason);
    }

    /** A sentence on each measurement that failed. */
    public List<String> failures() {
        return failures;
    }

    public Schedule schedule() {
        return schedule;
    }

    /** All measurements, in the order in which they were made. */
    public List<JvmFigures> all() {
        return all;
    }

    /** The measurements of a cell that did not fail, one of each block. */
    public List<JvmFigures> of(Cell cell) {
        return all.stream()
                .filter(figures -> figures.spec().cell().id().equals(cell.id()))
                .toList();
    }

    /** The cell of a step, if it was measured. */
    public Optional<Cell> cell(Cells.Step step) {
        return schedule.cells().stream()
                .filter(cell -> cell.is(step.engine(), step.scenario(), Scenario.PUBLISHED_RATE))
                .filter(cell -> !of(cell).isEmpty())
                .findFirst();
    }

    /** The JVMs of TCP alone under the conditions of a cell. */
    public List<JvmFigures> tcp(Cell cell) {
        return schedule.cells().stream()
                .filter(echo -> echo.is(EchoEngine.NAME, cell.scenario(), cell.rate()))
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
        return all.stream().anyMatch(figures -> figures.spec().cell().scenario() == scenario);
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
}
