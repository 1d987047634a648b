package org.latencyprobes.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.benchmarks.trial.Suite;
import org.latencyprobes.benchmarks.trial.Trial;
import org.latencyprobes.benchmarks.trial.TrialProgress;

/** The trials of all suites, round by round. */
final class BenchmarkRounds {

    private final List<List<Trial>> rounds = new ArrayList<>();

    BenchmarkRounds(List<Suite> suites, int roundCount) {
        for (int round = 0; round < roundCount; round++) {
            List<Trial> trials = new ArrayList<>();
            for (Suite suite : suites) {
                trials.addAll(suite.round(round));
            }
            rounds.add(trials);
        }
    }

    long estimatedMillis() {
        return rounds.stream()
                .flatMap(List::stream)
                .mapToLong(Trial::estimatedMillis)
                .sum();
    }

    /** Runs all trials, and returns how many ms they took. */
    long run(PrintStream out, boolean live) throws IOException {
        long startNanos = System.nanoTime();
        TrialProgress progress = new TrialProgress(out, live, estimatedMillis());
        for (int round = 0; round < rounds.size(); round++) {
            for (Trial trial : rounds.get(round)) {
                progress.starts(trial, round, rounds.size());
                run(trial);
                progress.ended(trial);
            }
        }
        progress.end();
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }

    private static void run(Trial trial) throws IOException {
        try {
            trial.action().run();
        } catch (Exception e) {
            throw new IOException("stopped at " + trial.title() + ":", e);
        }
    }
}
