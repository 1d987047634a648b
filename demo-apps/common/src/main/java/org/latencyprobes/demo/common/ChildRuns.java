package org.latencyprobes.demo.common;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs steps one after the other, each in a JVM of its own. One that fails is shown and counted; the others go on. */
public final class ChildRuns {

    private static final int LAST_LINES = 25;
    private static final long PATIENCE_FACTOR = 4;
    private static final long PATIENCE_MILLIS = 60_000;

    private final PrintStream out;
    private final Progress progress;
    private int failures;

    /** Creates a runner that has run nothing. */
    public ChildRuns(PrintStream out, Progress progress) {
        this.out = out;
        this.progress = progress;
    }

    /**
     * What a step is made of.
     *
     * @param step as announced to the progress, in the same order
     * @param command what to start
     * @param log gets the child's output
     * @param result a file that the child writes
     * @param cleanUp what to do once the child is gone
     */
    public record Child(Step step, List<String> command, Path log, Path result, Runnable cleanUp) {}

    /** Says in a few words what came out, from the file that the child has written. */
    public interface Summary {
        /** The words; {@code whole} is false where the child failed and its file holds what it had until then. */
        String of(Path result, boolean whole) throws IOException;
    }

    /**
     * Runs a step.
     *
     * @return whether it ended with 0 and a result
     */
    public boolean run(Child child, Summary summary) throws IOException, InterruptedException {
        progress.started();
        long mostMillis = PATIENCE_MILLIS + PATIENCE_FACTOR * progress.expectedMillis(child.step());
        long startNanos = System.nanoTime();
        int exitCode = ChildJvm.run(child.command(), child.log(), mostMillis, progress::tick, child.cleanUp());
        long tookMillis = (System.nanoTime() - startNanos) / 1_000_000;
        boolean hasResult = Files.exists(child.result());
        if (exitCode == 0 && hasResult) {
            progress.ended(tookMillis, summary.of(child.result(), true));
            return true;
        }
        failures++;
        String partly = hasResult ? "; " + summary.of(child.result(), false) : "";
        progress.ended(tookMillis, "FAILED: " + reason(exitCode, mostMillis) + partly);
        showEnd(child.log());
        return false;
    }

    /** How many steps failed. */
    public int failures() {
        return failures;
    }

    private static String reason(int exitCode, long mostMillis) {
        if (exitCode == ChildJvm.ENDED_BY_RUNNER) {
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
