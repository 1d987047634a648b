package org.latencyprobes.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.benchmarks.trial.Suite;
import org.latencyprobes.benchmarks.trial.Trial;
import org.latencyprobes.demo.common.Step;
import org.latencyprobes.demo.common.StepProgress;

/** The trials of all suites, round by round. */
final class BenchmarkRounds {

    private final List<Trial> trials = new ArrayList<>();
    private final StepProgress progress;

    BenchmarkRounds(List<Suite> suites, int roundCount, PrintStream out, boolean live) {
        List<Step> steps = new ArrayList<>();
        for (int round = 0; round < roundCount; round++) {
            for (Suite suite : suites) {
                for (Trial trial : suite.round(round)) {
                    trials.add(trial);
                    steps.add(new Step(trial.title(), round + 1, trial.title(), trial.estimatedMillis()));
                }
            }
        }
        progress = new StepProgress(out, live, steps);
    }

    long estimatedMillis() {
        return progress.leftMillis();
    }

    /** Runs all trials, and returns how many ms they took. */
    long run() throws IOException {
        long tookMillis = 0;
        for (Trial trial : trials) {
            progress.started();
            progress.tick(0);
            long startNanos = System.nanoTime();
            run(trial);
            long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
            progress.ended(millis, "measured");
            tookMillis += millis;
        }
        return tookMillis;
    }

    private static void run(Trial trial) throws IOException {
        try {
            trial.action().run();
        } catch (Exception e) {
            throw new IOException("stopped at " + trial.title() + ":", e);
        }
    }
}
