package org.latencyprobes.demo.date;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.latencyprobes.demo.common.RecordProperties;
import org.latencyprobes.jitter.ClockCheck;
import org.openjdk.jmh.runner.RunnerException;

/**
 * The child JVM: one experiment, once. It reads its settings without Java serialisation, whose compiled code is what the experiment
 * measures.
 */
final class ExperimentMain {

    private static final int FLOOR_CHECKS = 20;

    private ExperimentMain() {}

    /**
     * Runs an experiment.
     *
     * @param arguments the experiment's id, the settings' file, the file for the result
     */
    public static void main(String[] arguments) throws IOException, RunnerException {
        Settings settings = RecordProperties.to(Settings.class, RecordProperties.load(Path.of(arguments[1])));
        List<Run> runs = run(Experiment.of(arguments[0]), settings);
        new Result(floorNanos(), runs).save(Path.of(arguments[2]));
    }

    /** The least of several checks: the first ones run before the checking code is compiled. */
    private static double floorNanos() {
        return Stream.generate(ClockCheck::run)
                .limit(FLOOR_CHECKS)
                .mapToDouble(ClockCheck::floorNanos)
                .min()
                .orElseThrow();
    }

    private static List<Run> run(Experiment experiment, Settings settings) throws RunnerException {
        return switch (experiment) {
            case MICRO_JMH -> JmhExperiment.run(settings);
            case MICRO_JLBH -> JlbhExperiment.local(settings, true);
            case SAME_RATE -> JlbhExperiment.local(settings, false);
            case IN_SERVER -> JlbhExperiment.inServer(settings);
        };
    }
}
