package org.latencyprobes.demo.date.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.latencyprobes.demo.common.figures.RecordFile;
import org.latencyprobes.internal.jitter.ClockQuality;
import org.openjdk.jmh.runner.RunnerException;

/**
 * The main class of the child JVM, which runs one experiment once. It reads its settings without Java serialisation, because the experiment
 * measures the compiled code of that.
 */
public final class ExperimentMain {

    private static final int BASELINE_CHECKS = 20;

    private ExperimentMain() {}

    /**
     * Runs an experiment.
     *
     * @param arguments the experiment's id, the settings' file, the file for the result
     */
    public static void main(String[] arguments) throws IOException, RunnerException {
        ExperimentSettings settings = RecordFile.load(ExperimentSettings.class, Path.of(arguments[1]));
        List<ExperimentRun> runs = run(Experiment.of(arguments[0]), settings);
        new ExperimentResult(baselineNanos(), runs).save(Path.of(arguments[2]));
    }

    /** The least of several checks, since the first ones run before their code is compiled. */
    private static double baselineNanos() {
        return Stream.generate(ClockQuality::measured)
                .limit(BASELINE_CHECKS)
                .mapToDouble(ClockQuality::baselineNanos)
                .min()
                .orElseThrow();
    }

    private static List<ExperimentRun> run(Experiment experiment, ExperimentSettings settings) throws RunnerException {
        return switch (experiment) {
            case MICRO_JMH -> JmhExperiment.run(settings);
            case MICRO_JLBH -> JlbhExperiment.local(settings, true);
            case LOCAL_SPINNING -> JlbhExperiment.local(settings, false);
            case LOCAL_SLEEPING -> JlbhExperiment.atServersRate(settings, HandoffDriver::start);
            case SERVER_SPINNING -> JlbhExperiment.atServersRate(settings, call -> DateClient.start(call, true));
            case SERVER_SLEEPING -> JlbhExperiment.atServersRate(settings, call -> DateClient.start(call, false));
        };
    }
}
