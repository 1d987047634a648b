package org.latencyprobes.benchmarks.trial;

import java.io.PrintStream;
import java.util.concurrent.TimeUnit;
import org.latencyprobes.demo.common.StepProgress;

/** The progress of all trials on the terminal: what runs, and how long the rest will take. What was seen so far corrects the estimates. */
public final class TrialProgress {

    private static final String ERASE_LINE = "\r\u001b[K";
    private static final long LINE_EVERY_MILLIS = 15_000;

    private final PrintStream out;
    private final boolean live;
    private final long startNanos = System.nanoTime();
    private final long allEstimatedMillis;
    private long doneEstimatedMillis;
    private long lastLineMillis = -LINE_EVERY_MILLIS;

    /**
     * Creates the progress of all rounds.
     *
     * @param live whether the output is a terminal, on which a line can be written over
     */
    public TrialProgress(PrintStream out, boolean live, long allEstimatedMillis) {
        this.out = out;
        this.live = live;
        this.allEstimatedMillis = allEstimatedMillis;
    }

    public void starts(Trial trial, int round, int rounds) {
        long passedMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
        String line = "round " + (round + 1) + "/" + rounds + ", " + StepProgress.duration(leftMillis(passedMillis))
                + " left: " + trial.title();
        if (live) {
            out.print(ERASE_LINE + line);
            out.flush();
        } else if (passedMillis - lastLineMillis >= LINE_EVERY_MILLIS) {
            lastLineMillis = passedMillis;
            out.println(line);
        }
    }

    private long leftMillis(long passedMillis) {
        long left = allEstimatedMillis - doneEstimatedMillis;
        return doneEstimatedMillis == 0 ? left : left * passedMillis / doneEstimatedMillis;
    }

    public void ended(Trial trial) {
        doneEstimatedMillis += trial.estimatedMillis();
    }

    public void end() {
        if (live) {
            out.print(ERASE_LINE);
        }
    }
}
