package org.latencyprobes.demo.common;

import java.io.IOException;
import java.io.PrintStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The child JVMs of a comparison, run one after the other. One that fails is shown and counted; the others go on. */
final class ChildRuns {

    private static final int LAST_LINES = 25;
    private static final long TIMEOUT_FACTOR = 4;

    /** Long, since threads that spin on a busy machine may take a minute for what takes a second; but a child that hangs must end. */
    private static final long TIMEOUT_MILLIS = 300_000;

    private final PrintStream out;
    private final OutputFolder output;
    private final StepProgress progress;
    private int failures;

    /** Creates a runner of all steps of a comparison, and prints what is to come. */
    ChildRuns(PrintStream out, OutputFolder output, String setup, List<Step> steps) {
        this.out = out;
        this.output = output;
        progress = new StepProgress(out, Terminal.isInteractive(), steps);
        out.println(setup + "\nWill take about " + StepProgress.duration(progress.leftMillis())
                + "; logs and figures go to " + output.root() + "\n");
    }

    /** The short words about a result. */
    interface ResultSummary {
        /**
         * Returns the words.
         *
         * @param result the file that the child has written
         */
        String of(Path result) throws IOException;
    }

    /**
     * Runs the next step.
     *
     * @param command starts a child that writes its result to {@link OutputFolder#result}
     * @return why it failed; empty if it ended with 0 and a result
     */
    Optional<String> run(Step step, ChildJvm.Command command, ResultSummary summary)
            throws IOException, InterruptedException {
        progress.started();
        Path log = output.log(step.id(), step.round());
        Path result = output.result(step.id(), step.round());
        long mostMillis = TIMEOUT_MILLIS + TIMEOUT_FACTOR * progress.expectedMillis(step);
        long startNanos = System.nanoTime();
        int exitCode = exitCode(command, log, mostMillis);
        long tookMillis = (System.nanoTime() - startNanos) / 1_000_000;
        if (exitCode == 0 && Files.exists(result)) {
            progress.ended(tookMillis, summary.of(result));
            return Optional.empty();
        }
        failures++;
        List<String> lines = lastLines(log);
        String reason = reason(exitCode, mostMillis) + (lines.isEmpty() ? "" : ": " + lines.get(lines.size() - 1));
        progress.ended(tookMillis, "FAILED: " + reason);
        out.println("  the last lines of " + log + ":");
        lines.forEach(line -> out.println("  | " + line));
        return Optional.of(reason);
    }

    private int exitCode(ChildJvm.Command command, Path log, long mostMillis) throws IOException, InterruptedException {
        try (ChildJvm jvm = new ChildJvm()) {
            jvm.start(command, Redirect.to(log.toFile()));
            return jvm.await(mostMillis, progress::tick);
        }
    }

    /** How many steps failed. */
    int failures() {
        return failures;
    }

    private static String reason(int exitCode, long mostMillis) {
        if (exitCode == ChildJvm.ENDED_BY_RUNNER) {
            return "ended, because it was still running after " + StepProgress.duration(mostMillis);
        }
        return exitCode == 0 ? "it ended without a result" : ChildJvm.reason(exitCode);
    }

    /** The last lines of a log. Bytes that are not UTF-8 are shown as such, and are no reason to end the comparison. */
    private static List<String> lastLines(Path log) throws IOException {
        List<String> lines = new String(Files.readAllBytes(log), StandardCharsets.UTF_8)
                .lines()
                .toList();
        return lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size());
    }
}
