package org.latencyprobes.demo.date;

import java.util.List;
import java.util.stream.Stream;
import org.latencyprobes.analysis.statistics.Holm;
import org.latencyprobes.analysis.statistics.Interval;
import org.latencyprobes.analysis.statistics.RatioEstimate;
import org.latencyprobes.demo.common.Level;

/** What the comparison says at p50: the verdict on the claim, and what each part of the context adds. */
final class DateFindings {

    private static final double LEVEL_OF_SIGNIFICANCE = 1 - DateVerdict.CONFIDENCE;

    private final DateComparison comparison;
    private final Experiment server;

    /**
     * Creates findings.
     *
     * @param spinning whether the verdict is about sockets that are polled
     */
    DateFindings(DateComparison comparison, boolean spinning) {
        this.comparison = comparison;
        this.server = Experiment.server(spinning);
    }

    /**
     * A part of the context: the ratio between two neighbouring experiments in each round. All parts multiply to the whole.
     *
     * @param name what is added
     * @param ratios one for each round
     */
    record Part(String name, List<Double> ratios) {

        Interval interval() {
            return DateVerdict.interval(ratios);
        }
    }

    DateVerdict verdict() {
        return DateVerdict.of(
                context(), parts(), comparison.hiccups(Experiment.AT_ONE_RATE).nanos(Level.P99) / 1e6);
    }

    /** The server's median over the micro-benchmark's. */
    List<Double> context() {
        return ratios(server, Experiment.MICRO_JMH);
    }

    /** The parts, or none unless every round has all experiments that they need. */
    List<Part> parts() {
        Part gap = new Part("the gap between calls", ratios(Experiment.LOCAL_SPINNING, Experiment.MICRO_JMH));
        Stream<Part> further = server == Experiment.SERVER_SPINNING
                ? Stream.of(new Part("the socket", ratios(server, Experiment.LOCAL_SPINNING)))
                : Stream.of(
                        new Part(
                                "a sleep before each call",
                                ratios(Experiment.LOCAL_SLEEPING, Experiment.LOCAL_SPINNING)),
                        new Part("the socket", ratios(server, Experiment.LOCAL_SLEEPING)));
        List<Part> parts = Stream.concat(Stream.of(gap), further).toList();
        boolean complete = parts.stream().allMatch(part -> part.ratios.size() == comparison.rounds());
        return complete ? parts : List.of();
    }

    /** Whether each part makes calls longer, shorter, or neither for sure: with Holm's correction over all parts. */
    List<String> partVerdicts() {
        List<Part> parts = parts();
        double[] adjusted = Holm.adjusted(parts.stream()
                .mapToDouble(part ->
                        RatioEstimate.ofRatios(DateVerdict.array(part.ratios)).pValue(1))
                .toArray());
        return Stream.iterate(0, i -> i + 1)
                .limit(parts.size())
                .map(i -> adjusted[i] >= LEVEL_OF_SIGNIFICANCE
                        ? "can't tell"
                        : parts.get(i).interval().estimate() > 1 ? "takes longer" : "takes less long")
                .toList();
    }

    private List<Double> ratios(Experiment over, Experiment under) {
        return comparison.factors(over, under, Level.P50);
    }
}
