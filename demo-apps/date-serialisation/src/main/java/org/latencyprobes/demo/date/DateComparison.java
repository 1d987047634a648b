package org.latencyprobes.demo.date;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.latencyprobes.analysis.statistics.QuantileComparison;
import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.common.figures.Medians;
import org.latencyprobes.demo.date.experiment.Experiment;
import org.latencyprobes.demo.date.experiment.ExperimentResult;
import org.latencyprobes.demo.date.experiment.ExperimentRun;

/**
 * The results of all rounds. An experiment that failed in a round is missing there. Figures are medians over rounds. A factor is formed
 * within each round, where both sides met the same machine. The factors' geometric mean is taken.
 */
final class DateComparison {

    private final int rounds;
    private final Map<Experiment, Map<Integer, ExperimentResult>> results = new EnumMap<>(Experiment.class);

    DateComparison(int rounds) {
        this.rounds = rounds;
        Stream.of(Experiment.values()).forEach(experiment -> results.put(experiment, new TreeMap<>()));
    }

    void add(Experiment experiment, int round, ExperimentResult result) {
        results.get(experiment).put(round, result);
    }

    boolean isEmpty() {
        return results.values().stream().allMatch(Map::isEmpty);
    }

    int rounds() {
        return rounds;
    }

    Optional<ExperimentResult> result(Experiment experiment, int round) {
        return Optional.ofNullable(results.get(experiment).get(round));
    }

    /** The probe's figure, in µs. */
    Optional<Double> micros(Experiment experiment, Level level) {
        return median(experiment, result -> probe(result).nanos(level) / 1_000);
    }

    /** The number of calls behind one round's figures. */
    Optional<Double> count(Experiment experiment) {
        return median(experiment, result -> probe(result).count());
    }

    Optional<Double> callsPerSecond(Experiment experiment) {
        return median(
                experiment,
                result -> Medians.of(result.compared().stream()
                        .map(ExperimentRun::callsPerSecond)
                        .toList()));
    }

    /** All hiccups that the agent sampled beside an experiment. */
    Distribution hiccups(Experiment experiment) {
        return runs(experiment).map(ExperimentRun::hiccups).reduce(Distribution.none(), Distribution::plus);
    }

    /** All hiccups that the agent sampled beside some experiments. */
    Distribution hiccups(List<Experiment> experiments) {
        return experiments.stream().map(this::hiccups).reduce(Distribution.none(), Distribution::plus);
    }

    /** The probe's figures of one JVM, without the runs that are not compared. */
    Optional<Distribution> probe(Experiment experiment, int round) {
        return result(experiment, round).map(DateComparison::probe);
    }

    /** All OS jitter that JLBH sampled beside an experiment. */
    Distribution osJitter(Experiment experiment) {
        return runs(experiment).map(ExperimentRun::osJitter).reduce(Distribution.none(), Distribution::plus);
    }

    /** Two experiments at a level, over the rounds that have both, as the command compare compares pairs of runs; empty without such a round. */
    Optional<QuantileComparison> pairs(Experiment over, Experiment under, Level level) {
        return pairs(over, under, level, List.of(over, under));
    }

    /** The same over the rounds that have all of some experiments. */
    Optional<QuantileComparison> pairs(Experiment over, Experiment under, Level level, List<Experiment> all) {
        List<Integer> complete = roundsWith(all).boxed().toList();
        return complete.isEmpty()
                ? Optional.empty()
                : Optional.of(QuantileComparison.ofPairs(
                        histograms(under, complete), histograms(over, complete), level.percentile()));
    }

    private IntStream roundsWith(List<Experiment> all) {
        return IntStream.rangeClosed(1, rounds)
                .filter(round -> all.stream()
                        .allMatch(experiment -> results.get(experiment).containsKey(round)));
    }

    private List<Histogram> histograms(Experiment experiment, List<Integer> of) {
        return of.stream()
                .map(round -> probe(results.get(experiment).get(round)).histogram())
                .toList();
    }

    /** The factor between two experiments, for each round that has all of some experiments, these two among them. */
    List<Double> factors(Experiment over, Experiment under, Level level, List<Experiment> all) {
        return roundsWith(all)
                .mapToObj(round -> factor(round, over, under, level))
                .toList();
    }

    /** The checks of every run whose calls an outer recorder all saw, first runs included. */
    List<CheckedRun> checkedRuns() {
        List<CheckedRun> checked = new ArrayList<>();
        results.forEach((experiment, byRound) -> byRound.forEach((round, result) -> {
            for (int i = 0; i < result.runs().size() && experiment != Experiment.MICRO_JMH; i++) {
                CrossCheck crossCheck = CrossCheck.of(result.runs().get(i), result.baselineNanos());
                checked.add(new CheckedRun(experiment, round, i + 1, result.isCompared(i), crossCheck));
            }
        }));
        return checked;
    }

    /** A check with the place of its run. In a run that is not compared the code is still being compiled. */
    record CheckedRun(Experiment experiment, int round, int run, boolean compared, CrossCheck crossCheck) {}

    private double factor(int round, Experiment over, Experiment under, Level level) {
        return probe(results.get(over).get(round)).nanos(level)
                / probe(results.get(under).get(round)).nanos(level);
    }

    private Stream<ExperimentRun> runs(Experiment experiment) {
        return results.get(experiment).values().stream().flatMap(result -> result.compared().stream());
    }

    private Optional<Double> median(Experiment experiment, ToDoubleFunction<ExperimentResult> figure) {
        List<Double> values = results.get(experiment).values().stream()
                .map(figure::applyAsDouble)
                .toList();
        return values.isEmpty() ? Optional.empty() : Optional.of(Medians.of(values));
    }

    private static Distribution probe(ExperimentResult result) {
        return result.compared().stream()
                .map(ExperimentRun::probe)
                .reduce(Distribution::plus)
                .orElseThrow();
    }
}
