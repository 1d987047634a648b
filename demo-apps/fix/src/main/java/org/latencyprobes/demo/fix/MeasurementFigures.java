package org.latencyprobes.demo.fix;

import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.latencyprobes.demo.common.Level;
import org.latencyprobes.demo.common.Medians;
import org.latencyprobes.demo.fix.measure.MeasurementResult;
import org.latencyprobes.demo.fix.measure.RunFigures;
import org.latencyprobes.demo.fix.measure.Timing;

/**
 * The figures of one measurement: medians over its undisturbed runs. If others used the machine during every run, they are medians over all
 * whole runs.
 */
record MeasurementFigures(MeasurementSpec spec, MeasurementResult result) {

    /** The share of the rate below which it counts as not held. */
    private static final double HELD = 0.97;

    List<RunFigures> compared() {
        List<RunFigures> undisturbed =
                result.whole().stream().filter(run -> !run.isDisturbed()).toList();
        return undisturbed.isEmpty() ? result.whole() : undisturbed;
    }

    boolean isEmpty() {
        return compared().isEmpty();
    }

    /** Whether all its runs were disturbed. */
    boolean isDisturbed() {
        return compared().stream().allMatch(RunFigures::isDisturbed);
    }

    double median(ToDoubleFunction<RunFigures> figure) {
        return Medians.of(compared().stream().map(figure::applyAsDouble).toList());
    }

    double sum(ToDoubleFunction<RunFigures> figure) {
        return compared().stream().mapToDouble(figure).sum();
    }

    /** The time from the due time, in µs. */
    double micros(Level level) {
        return median(run -> run.endToEnd().distribution().nanos(level)) / 1_000;
    }

    double meanMicros() {
        return median(run -> run.endToEnd().meanNanos()) / 1_000;
    }

    boolean isHeld() {
        return median(RunFigures::perSecond) >= HELD * spec.rate();
    }

    /** The range of a figure over the runs. */
    Range range(ToDoubleFunction<RunFigures> figure) {
        return Range.of(compared().stream().map(figure::applyAsDouble).toList());
    }

    /** The mean over the messages of all runs, to be compared with a sum of other such means. */
    double pooledMicros(Function<RunFigures, Timing> timing) {
        return sum(run -> timing.apply(run).meanNanos() * run.count()) / sum(RunFigures::count) / 1_000;
    }

    /** The figures of this measurement and its repetition: all runs of both. */
    MeasurementFigures plus(MeasurementFigures other) {
        return new MeasurementFigures(
                spec,
                new MeasurementResult(
                        Stream.concat(result.runs().stream(), other.result.runs().stream())
                                .toList(),
                        result.failure() + other.result.failure(),
                        result.probeNanos()));
    }
}
