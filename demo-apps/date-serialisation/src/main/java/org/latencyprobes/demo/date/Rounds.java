package org.latencyprobes.demo.date;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Runs all experiments again and again, each round in the opposite order of the last, so that a machine that gets slower or faster
 * treats them alike. A child that fails is shown and missed; the others go on.
 */
final class Rounds {

    private static final int LAST_LINES = 25;
    private static final long PATIENCE_FACTOR = 4;
    private static final long PATIENCE_MILLIS = 60_000;

    private final Settings settings;
    private final ChildJvms children;
    private final OutputFolder output;
    private final PrintStream out;
    private final Progress progress;
    private final Comparison comparison;
    private int failures;

    Rounds(Settings settings, ChildJvms children, OutputFolder output, PrintStream out, Progress progress) {
        this.settings = settings;
        this.children = children;
        this.output = output;
        this.out = out;
        this.progress = progress;
        this.comparison = new Comparison(settings.rounds());
    }

    Comparison run() throws IOException, InterruptedException {
        List<Slot> slots = slots();
        for (int i = 0; i < slots.size(); i++) {
            progress.started(slots.subList(i + 1, slots.size()).stream()
                    .map(Slot::experiment)
                    .toList());
            run(slots.get(i));
        }
        return comparison;
    }

    int failures() {
        return failures;
    }

    private record Slot(Experiment experiment, int round) {}

    private List<Slot> slots() {
        List<Slot> slots = new ArrayList<>();
        for (int round = 1; round <= settings.rounds(); round++) {
            List<Experiment> order = new ArrayList<>(List.of(Experiment.values()));
            if (round % 2 == 0) {
                Collections.reverse(order);
            }
            for (Experiment experiment : order) {
                slots.add(new Slot(experiment, round));
            }
        }
        return slots;
    }

    private void run(Slot slot) throws IOException, InterruptedException {
        Experiment experiment = slot.experiment();
        int round = slot.round();
        long mostMillis = PATIENCE_MILLIS + PATIENCE_FACTOR * progress.expectedMillis(experiment);
        long startNanos = System.nanoTime();
        int exitCode = children.run(experiment, round, mostMillis, passed -> progress.tick(experiment, round, passed));
        long tookMillis = (System.nanoTime() - startNanos) / 1_000_000;
        Path file = output.result(experiment, round);
        if (exitCode == 0 && Files.exists(file)) {
            Result result = Result.load(file);
            comparison.add(experiment, round, result);
            progress.ended(experiment, round, tookMillis, summary(result));
        } else {
            failures++;
            progress.ended(experiment, round, tookMillis, "FAILED: " + reason(exitCode, mostMillis));
            showEnd(output.log(experiment, round));
        }
    }

    private static String summary(Result result) {
        Run last = result.runs().get(result.runs().size() - 1);
        return String.format(Locale.ROOT, "p50 %.2f µs", last.probe().nanos(Level.P50) / 1_000);
    }

    private static String reason(int exitCode, long mostMillis) {
        if (exitCode == ChildJvms.ENDED_BY_RUNNER) {
            return "ended, because it was still running after " + Progress.duration(mostMillis);
        }
        return exitCode == 0 ? "it ended without a result" : "exit code " + exitCode;
    }

    private void showEnd(Path log) throws IOException {
        List<String> lines = Files.readAllLines(log);
        out.println("  the last lines of " + log + ":");
        lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()).forEach(line -> out.println("  | " + line));
    }
}
