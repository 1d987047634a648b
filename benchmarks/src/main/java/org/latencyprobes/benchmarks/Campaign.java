package org.latencyprobes.benchmarks;

import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** All suites, round by round. */
final class Campaign {

    private final List<List<Step>> rounds = new ArrayList<>();

    Campaign(List<Suite> suites, int roundCount) {
        for (int round = 0; round < roundCount; round++) {
            List<Step> steps = new ArrayList<>();
            for (Suite suite : suites) {
                steps.addAll(suite.round(round));
            }
            rounds.add(steps);
        }
    }

    long estimatedMillis() {
        return rounds.stream()
                .flatMap(List::stream)
                .mapToLong(Step::estimatedMillis)
                .sum();
    }

    /** Runs it all and tells how many ms it took. */
    long run(PrintStream out, boolean live) throws IOException {
        long startNanos = System.nanoTime();
        Progress progress = new Progress(out, live, estimatedMillis());
        for (int round = 0; round < rounds.size(); round++) {
            for (Step step : rounds.get(round)) {
                progress.starts(step, round, rounds.size());
                run(step);
                progress.ended(step);
            }
        }
        progress.end();
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
    }

    private static void run(Step step) throws IOException {
        try {
            step.action().run();
        } catch (Exception e) {
            throw new IOException("stopped at " + step.title() + ":", e);
        }
    }
}
