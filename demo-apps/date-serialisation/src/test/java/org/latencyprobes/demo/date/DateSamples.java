package org.latencyprobes.demo.date;

import java.util.List;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.demo.date.experiment.Experiment;
import org.latencyprobes.demo.date.experiment.ExperimentResult;
import org.latencyprobes.demo.date.experiment.ExperimentRun;

/** Figures for tests. */
public final class DateSamples {

    /** The calls of a run: enough to judge p99 and to print p99.9. */
    static final int CALLS = 10_000;

    private DateSamples() {}

    static Distribution distribution(long... nanos) {
        Histogram histogram = new Histogram(3);
        LongStream.of(nanos).forEach(histogram::recordValue);
        return new Distribution(histogram, LongStream.of(nanos).max().orElse(0));
    }

    private static Distribution equal(long nanos) {
        Histogram histogram = new Histogram(3);
        histogram.recordValueWithCount(nanos, CALLS);
        return new Distribution(histogram, nanos);
    }

    /** A run in which every call took the same, and the outer recorder saw it with the given baseline around it. */
    public static ExperimentRun run(long nanos, long baselineNanos) {
        return new ExperimentRun(
                2,
                equal(nanos),
                equal(nanos + baselineNanos),
                distribution(nanos + 1_000),
                distribution(70_000, 90_000),
                Distribution.none());
    }

    /** A result with one run that is not compared, and one in which every call took so long. */
    public static ExperimentResult result(long nanos) {
        return new ExperimentResult(60, List.of(run(10 * nanos, 60), run(nanos, 60)));
    }

    /** A comparison in which each round has the same figures: 2, 2.1, 3, 4, 4.5 and 5 µs. */
    static DateComparison comparison(int rounds) {
        DateComparison comparison = new DateComparison(rounds);
        for (int round = 1; round <= rounds; round++) {
            comparison.add(Experiment.MICRO_JMH, round, result(2_000));
            comparison.add(Experiment.MICRO_JLBH, round, result(2_100));
            comparison.add(Experiment.LOCAL_SPINNING, round, result(3_000));
            comparison.add(Experiment.LOCAL_SLEEPING, round, result(4_000));
            comparison.add(Experiment.SERVER_SPINNING, round, result(4_500));
            comparison.add(Experiment.SERVER_SLEEPING, round, result(5_000));
        }
        return comparison;
    }
}
