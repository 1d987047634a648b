package org.latencyprobes.demo.date.experiment;

import java.util.List;
import org.latencyprobes.demo.common.figures.Distribution;
import org.latencyprobes.histogram.Interval;
import org.latencyprobes.histogram.IntervalReader;

/**
 * A reader that splits what the agent records into runs. It is the application's own copy of the library, and finds the agent's probes
 * through the JVM's hub. Not thread-safe; called only while no probed call is in progress.
 */
final class RunReader {

    private final IntervalReader reader = new IntervalReader();
    private long startNanos = System.nanoTime();

    /** Drops everything up to now, when the warm-up is over. */
    void skip() {
        reader.read();
        startNanos = System.nanoTime();
    }

    /** Returns everything since the last call, or since {@link #skip}, as a run. */
    ExperimentRun next(Distribution outer, Distribution endToEnd, Distribution osJitter) {
        long endNanos = System.nanoTime();
        List<Interval> intervals = reader.read();
        ExperimentRun run = new ExperimentRun(
                (endNanos - startNanos) / 1e9,
                probe(intervals),
                outer,
                endToEnd,
                intervals.stream()
                        .filter(Interval::isJitter)
                        .map(Distribution::of)
                        .reduce(Distribution.none(), Distribution::plus),
                osJitter);
        startNanos = System.nanoTime();
        return run;
    }

    private static Distribution probe(List<Interval> intervals) {
        return intervals.stream()
                .filter(interval -> interval.name().equals(DateSerialiser.PROBE))
                .map(Distribution::of)
                .reduce(Distribution::plus)
                .orElseThrow(() -> new IllegalStateException("no sample of the probe \"" + DateSerialiser.PROBE
                        + "\": is the agent there (-javaagent), and its mode on?"));
    }
}
