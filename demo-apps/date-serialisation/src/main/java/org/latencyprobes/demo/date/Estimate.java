package org.latencyprobes.demo.date;

import org.latencyprobes.demo.date.experiment.Experiment;
import org.latencyprobes.demo.date.experiment.ExperimentSettings;

/** The time that an experiment is expected to take before it has ever run. */
final class Estimate {

    private static final double START_AND_END_SECONDS = 2;
    private static final double COLD_CALL_MICROS = 6;
    private static final double COLD_ROUND_TRIP_MICROS = 50;

    private Estimate() {}

    static long millis(Experiment experiment, ExperimentSettings settings) {
        return Math.round(1_000 * (START_AND_END_SECONDS + seconds(experiment, settings)));
    }

    private static double seconds(Experiment experiment, ExperimentSettings s) {
        return switch (experiment) {
            case MICRO_JMH -> (s.jmhWarmUps() + s.jmhIterations()) * (double) s.jmhSeconds();
            case MICRO_JLBH -> paced(s, s.microWarmUp(), COLD_CALL_MICROS, s.microIterations(), s.microRate());
            case LOCAL_SPINNING -> paced(s, s.warmUp(), COLD_CALL_MICROS, s.iterations(), s.rate());
            case LOCAL_SLEEPING, SERVER_SPINNING, SERVER_SLEEPING ->
                paced(s, s.warmUp(), COLD_ROUND_TRIP_MICROS, s.iterations(), s.rate());
        };
    }

    private static double paced(ExperimentSettings settings, int warmUp, double coldMicros, long iterations, int rate) {
        return warmUp * coldMicros / 1e6 + settings.runs() * (double) iterations / rate;
    }
}
