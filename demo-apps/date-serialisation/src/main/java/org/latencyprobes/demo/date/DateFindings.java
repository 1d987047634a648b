package org.latencyprobes.demo.date;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.latencyprobes.analysis.page.ResultLine;
import org.latencyprobes.analysis.statistics.ConfidenceInterval;
import org.latencyprobes.analysis.statistics.Holm;
import org.latencyprobes.analysis.statistics.QuantileComparison;
import org.latencyprobes.analysis.statistics.RatioEstimate;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.date.experiment.Experiment;

/** What the comparison says at p50: the verdict on the claim, and what each part of the context adds. */
final class DateFindings {

    private static final double LEVEL_OF_SIGNIFICANCE = 1 - DateVerdict.CONFIDENCE;

    /** What each step on the way adds. */
    private static final Map<Experiment, String> NAMES = Map.of(
            Experiment.LOCAL_SPINNING, "the gap between calls",
            Experiment.LOCAL_SLEEPING, "a sleep before each call",
            Experiment.SERVER_SPINNING, "the socket",
            Experiment.SERVER_SLEEPING, "the socket");

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
     * @param interval of the ratio, as wide as in the table of ratios
     */
    record Part(String name, List<Double> ratios, ConfidenceInterval interval) {}

    DateVerdict verdict() {
        return DateVerdict.of(
                context().map(pairs -> pairs.ratio(DateVerdict.CONFIDENCE)).orElse(null),
                context().map(pairs -> pairs.after().parts()).orElse(0),
                comparison.hiccups(Experiment.AT_ONE_RATE).nanos(Level.P99) / 1e6);
    }

    /** The server's median over the micro-benchmark's; empty without a round that has both. */
    Optional<QuantileComparison> context() {
        return comparison.pairs(server, Experiment.MICRO_JMH, Level.P50);
    }

    /** The parts, over the rounds that have all experiments on the way; none without such a round. */
    List<Part> parts() {
        List<Experiment> way = server == Experiment.SERVER_SPINNING
                ? List.of(Experiment.MICRO_JMH, Experiment.LOCAL_SPINNING, server)
                : List.of(Experiment.MICRO_JMH, Experiment.LOCAL_SPINNING, Experiment.LOCAL_SLEEPING, server);
        return IntStream.range(1, way.size())
                .mapToObj(step -> part(way.get(step), way.get(step - 1), way))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<Part> part(Experiment with, Experiment without, List<Experiment> way) {
        return comparison
                .pairs(with, without, Level.P50, way)
                .map(pairs -> new Part(
                        NAMES.get(with),
                        comparison.factors(with, without, Level.P50, way),
                        pairs.ratio(DateVerdict.CONFIDENCE)));
    }

    /** The claim, and then the parts, a line each. */
    List<ResultLine> results() {
        List<ResultLine> results = new ArrayList<>();
        DateVerdict verdict = verdict();
        results.add(new ResultLine(
                "In the server the call takes about twice as long as in the micro-benchmark",
                String.format(Locale.ROOT, "%.0f", PublishedDateFigures.CLAIMED_FACTOR),
                verdict.context() == null ? "" : verdict.context().text(),
                "",
                verdict.finding().words()));
        List<Part> parts = parts();
        List<String> verdicts = partVerdicts(parts);
        for (int i = 0; i < parts.size(); i++) {
            results.add(new ResultLine(
                    "Part of it: " + parts.get(i).name(),
                    "",
                    parts.get(i).interval().text(),
                    "",
                    verdicts.get(i)));
        }
        return results;
    }

    /** Whether each part makes calls longer, shorter, or neither for sure: with Holm's correction over all parts. */
    private static List<String> partVerdicts(List<Part> parts) {
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
}
