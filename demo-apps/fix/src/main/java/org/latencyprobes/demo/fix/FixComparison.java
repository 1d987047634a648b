package org.latencyprobes.demo.fix;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.latencyprobes.demo.fix.engine.Engine;
import org.latencyprobes.demo.fix.measure.MeasurementResult;

/** The results of all measurements. A measurement that failed stays with the runs that it had until then. */
final class FixComparison {

    private final Schedule schedule;
    private final List<MeasurementFigures> all = new ArrayList<>();

    FixComparison(Schedule schedule) {
        this.schedule = schedule;
    }

    void add(MeasurementSpec spec, MeasurementResult result) {
        all.add(new MeasurementFigures(spec, result));
    }

    boolean isEmpty() {
        return all.stream().allMatch(MeasurementFigures::isEmpty);
    }

    Schedule schedule() {
        return schedule;
    }

    List<Engine> engines() {
        return schedule.engines();
    }

    /** All measurements, in the order in which they were made. */
    List<MeasurementFigures> all() {
        return all;
    }

    /** The figures of an engine's measurements without the agent, all rounds together. */
    Optional<MeasurementFigures> figures(Engine engine, Scenario scenario, int rate) {
        return figures(spec -> spec.is(engine.name(), scenario, rate) && !spec.agent())
                .reduce(MeasurementFigures::plus);
    }

    Stream<MeasurementFigures> figures(Predicate<MeasurementSpec> which) {
        return all.stream().filter(figures -> which.test(figures.spec()) && !figures.isEmpty());
    }

    /** The engine that the others are compared with: the first QuickFIX/J. */
    Optional<Engine> quickFix() {
        return engines(Engine.Category.QUICKFIX).findFirst();
    }

    /** The engines that stand for low garbage. */
    List<Engine> lowGarbage() {
        return engines(Engine.Category.LOW_GARBAGE).toList();
    }

    private Stream<Engine> engines(Engine.Category category) {
        return engines().stream().filter(engine -> engine.category() == category);
    }

    /** The TCP round trip without an engine at the same rate. It is that of the echo that waits as the engine does, if it was measured. */
    Optional<MeasurementFigures> tcp(Engine engine, int rate) {
        return engines(Engine.Category.ECHO)
                .sorted(Comparator.comparing(echo -> echo.keepsItsCpu() != engine.keepsItsCpu()))
                .flatMap(echo -> figures(echo, Scenario.JLBH, rate).stream())
                .findFirst();
    }

    /** An engine's figure less that of the TCP round trip. It is empty if nothing is left, and for the echo. */
    Optional<Double> lessTcpMicros(Engine engine, int rate, ToDoubleFunction<MeasurementFigures> micros) {
        return Optional.of(engine)
                .filter(each -> each.category() != Engine.Category.ECHO)
                .flatMap(each -> figures(each, Scenario.JLBH, rate))
                .flatMap(figures ->
                        tcp(engine, rate).map(tcp -> micros.applyAsDouble(figures) - micros.applyAsDouble(tcp)))
                .filter(left -> left > 0);
    }
}
