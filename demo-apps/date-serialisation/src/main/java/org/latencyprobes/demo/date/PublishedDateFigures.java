package org.latencyprobes.demo.date;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.latencyprobes.demo.common.figures.Level;
import org.latencyprobes.demo.date.experiment.Experiment;

/**
 * The published figures of the comparison that this program repeats (JLBH series, 2016, a MacBook Pro with an i7), in µs at 50, 90, 99,
 * 99.9, 99.99 % and longest. Where three runs were published, a figure is the median of its row.
 *
 * <p>The JLBH micro-benchmark's figures are end to end with coordinated omission accounted for: from p99 up they hold waiting time, which a
 * probe's never do.
 */
final class PublishedDateFigures {

    /** The claim: in context the same code takes about twice as long. */
    static final double CLAIMED_FACTOR = 2;

    private static final Map<Experiment, List<Double>> MICROS = Map.of(
            Experiment.MICRO_JMH, List.of(4.096, 5.608, 8.432, 24.742, 113.362, 975.872),
            Experiment.MICRO_JLBH, List.of(4.22, 5.76, 434.18, 704.51, 835.58, 933.89),
            Experiment.SERVER_SPINNING, List.of(11.01, 18.94, 29.18, 50.18, 901.12, 1671.17));

    /** OS jitter of run 1, by JLBH's spinning thread, beside the two JLBH experiments. */
    private static final Map<Experiment, List<Double>> OS_JITTER_MICROS = Map.of(
            Experiment.MICRO_JLBH, List.of(8.4, 17.0, 639.0, 4_130.0, 12_850.0, 20_450.0),
            Experiment.SERVER_SPINNING, List.of(8.1, 16.0, 40.0, 1_540.0, 4_850.0, 18_350.0));

    private static final Map<Experiment, Double> OS_JITTER_EVENTS =
            Map.of(Experiment.MICRO_JLBH, 13_939.0, Experiment.SERVER_SPINNING, 64_973.0);

    private PublishedDateFigures() {}

    static Optional<Double> micros(Experiment experiment, Level level) {
        return Optional.ofNullable(MICROS.get(experiment)).map(row -> row.get(level.ordinal()));
    }

    static Optional<Double> osJitterMicros(Experiment experiment, Level level) {
        return Optional.ofNullable(OS_JITTER_MICROS.get(experiment)).map(row -> row.get(level.ordinal()));
    }

    static Optional<Double> osJitterEvents(Experiment experiment) {
        return Optional.ofNullable(OS_JITTER_EVENTS.get(experiment));
    }

    /**
     * The factor between two published experiments. It is empty if either was not published, and if the lower one is mostly
     * waiting time.
     */
    static Optional<Double> factor(Experiment over, Experiment under, Level level) {
        boolean waiting = under == Experiment.MICRO_JLBH && level.compareTo(Level.P99) >= 0;
        return micros(over, level)
                .flatMap(top -> micros(under, level).map(bottom -> top / bottom))
                .filter(factor -> !waiting);
    }
}
