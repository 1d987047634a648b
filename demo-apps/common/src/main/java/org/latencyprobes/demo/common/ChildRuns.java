package org.latencyprobes.demo.common;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Runs steps one after the other, each in a JVM of its own. One that fails is shown and counted; the others go on. */
public final class ChildRuns {

    private static final int LAST_LINES = 25;
    private static final long PATIENCE_FACTOR = 4;
    private static final long PATIENCE_MILLIS = 60_000;

    private final PrintStream out;
    private final StepProgress progress;
    private int failures;

    /** Creates a runner that has run nothing. */
    public ChildRuns(PrintStream out, StepProgress progress) {
        this.out = out;
        this.progress = progress;
    }

    /** Creates a runner of a comparison's steps, and says what is to come. */
    public static ChildRuns announced(PrintStream out, String setup, List<Step> steps, OutputFolder output) {
        StepProgress progress = new StepProgress(out, Terminal.isInteractive(), steps);
        out.println(setup + "\nWill take about " + StepProgress.duration(progress.leftMillis())
                + "; logs and figures go to " + output.root() + "\n");
        return new ChildRuns(out, progress);
    }

    /**
     * What a step is made of.
     *
     * @param step as announced to the progress, in the same order
     * @param command what to start
     * @param log gets the child's output
     * @param result a file that the child writes
     */
    public record Child(Step step, ChildJvm.Command command, Path log, Path result) {}

    /** Says in a few words what came out, from the file that the child has written; where it failed, what it had until then. */
    public interface ResultSummary {
        /** The words. */
        String of(Path result) throws IOException;
    }

    /**
     * Runs a step.
     *
     * @return why it failed; empty if it ended with 0 and a result
     */
    public Optional<String> run(Child child, ResultSummary summary) throws IOException, InterruptedException {
        progress.started();
        long mostMillis = PATIENCE_MILLIS + PATIENCE_FACTOR * progress.expectedMillis(child.step());
        long startNanos = System.nanoTime();
        int exitCode = exitCode(child, mostMillis);
        long tookMillis = (System.nanoTime() - startNanos) / 1_000_000;
        boolean hasResult = Files.exists(child.result());
        String words = hasResult ? summary.of(child.result()) : "";
        if (exitCode == 0 && hasResult) {
            progress.ended(tookMillis, words);
            return Optional.empty();
        }
        failures++;
        String reason = reason(exitCode, mostMillis);
        progress.ended(tookMillis, "FAILED: " + reason + (hasResult ? "; " + words : ""));
        showEnd(child.log());
        return Optional.of(reason);
    }

    private int exitCode(Child child, long mostMillis) throws IOException, InterruptedException {
        try (ChildJvm jvm = new ChildJvm()) {
            jvm.start(child.command(), Redirect.to(child.log().toFile()));
            return jvm.await(mostMillis, progress::tick);
        }
    }

    /** How many steps failed. */
    public int failures() {
        return failures;
    }

    private static String reason(int exitCode, long mostMillis) {
        if (exitCode == ChildJvm.ENDED_BY_RUNNER) {
            return "ended, because it was still running after " + StepProgress.duration(mostMillis);
        }
        return exitCode == 0 ? "it ended without a result" : ChildJvm.reason(exitCode);
    }

    /** Whatever bytes a child has printed: what is no UTF-8 is shown as such, and is no reason to end the comparison. */
    private void showEnd(Path log) throws IOException {
        List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                .lines()
                .toList();
        out.println("  the last lines of " + log + ":");
        lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()).forEach(line -> out.println("  | " + line));
    }
}
