package org.latencyprobes.demo.common;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The progress of all steps on the terminal: what runs, and how long the rest will take. Not thread-safe. */
public final class StepProgress {

    private static final String ERASE_LINE = "\r\u001b[K";

    private final PrintStream out;
    private final boolean live;
    private final List<Step> steps;
    private final Map<String, Long> tookMillis = new HashMap<>();
    private final int labelWidth;
    private int started;

    /**
     * Creates the progress of a comparison.
     *
     * @param live whether the output is a terminal, on which a line can be written over
     * @param steps all of them, in order
     */
    public StepProgress(PrintStream out, boolean live, List<Step> steps) {
        this.out = out;
        this.live = live;
        this.steps = new ArrayList<>(steps);
        this.labelWidth =
                steps.stream().mapToInt(step -> step.label().length()).max().orElse(0);
    }

    /** The time that the steps will take that have not started. */
    public long leftMillis() {
        return steps.stream().skip(started).mapToLong(this::expectedMillis).sum();
    }

    /** The time that a step will take: that of the last with its id, or else its estimate. */
    public long expectedMillis(Step step) {
        return tookMillis.getOrDefault(step.id(), step.estimateMillis());
    }

    /** Says that the next step starts. */
    public void started() {
        started++;
    }

    /** Says how long the current step has been running. */
    public void tick(long passedMillis) {
        if (live) {
            long ofThis = Math.max(0, expectedMillis(current()) - passedMillis);
            out.print(ERASE_LINE + head() + " running, " + duration(leftMillis() + ofThis) + " left in all");
            out.flush();
        }
    }

    /** Says that the current step has ended. */
    public void ended(long millis, String outcome) {
        tookMillis.put(current().id(), millis);
        out.printf(
                Locale.ROOT,
                "%s%s %5.1f s  %s%s%n",
                live ? ERASE_LINE : "",
                head(),
                millis / 1_000.0,
                outcome,
                started < steps.size() ? "; about " + duration(leftMillis()) + " left" : "");
    }

    private Step current() {
        return steps.get(started - 1);
    }

    private String head() {
        int digits = String.valueOf(steps.size()).length();
        return String.format(
                Locale.ROOT,
                "[%" + digits + "d/%d] %-" + labelWidth + "s",
                started,
                steps.size(),
                current().label());
    }

    /** Formats a duration, such as {@code 45 s} or {@code 2 min 5 s}. */
    public static String duration(long millis) {
        long seconds = Math.round(millis / 1_000.0);
        return seconds < 60 ? seconds + " s" : seconds / 60 + " min " + seconds % 60 + " s";
    }
}
