package org.latencyprobes.demo.date.experiment;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.latencyprobes.demo.common.figures.Distribution;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Statistics;

/** The micro-benchmark by JMH, without a fork: this JVM runs nothing else. Each measured iteration is a run. */
final class JmhExperiment {

    private JmhExperiment() {}

    static List<ExperimentRun> run(ExperimentSettings settings) throws RunnerException {
        Options options = new OptionsBuilder()
                .include("^" + DateBenchmark.class.getName() + "\\.")
                .forks(0)
                .warmupIterations(settings.jmhWarmUps())
                .warmupTime(TimeValue.seconds(settings.jmhSeconds()))
                .measurementIterations(settings.jmhIterations())
                .measurementTime(TimeValue.seconds(settings.jmhSeconds()))
                .shouldFailOnError(true)
                .build();
        RunResult result = new Runner(options).runSingle();
        List<IterationResult> iterations =
                List.copyOf(result.getBenchmarkResults().iterator().next().getIterationResults());
        return IntStream.range(0, DateBenchmark.RUNS.size())
                .mapToObj(i -> DateBenchmark.RUNS.get(i).withOuter(sampled(iterations.get(i))))
                .toList();
    }

    /** The durations of the calls that JMH timed itself. */
    private static Distribution sampled(IterationResult iteration) {
        Statistics statistics = iteration.getPrimaryResult().getStatistics();
        Histogram histogram = Distribution.none().histogram();
        for (Iterator<Map.Entry<Double, Long>> each = statistics.getRawData(); each.hasNext(); ) {
            Map.Entry<Double, Long> sample = each.next();
            histogram.recordValueWithCount(sample.getKey().longValue(), sample.getValue());
        }
        return new Distribution(histogram, (long) statistics.getMax());
    }
}
