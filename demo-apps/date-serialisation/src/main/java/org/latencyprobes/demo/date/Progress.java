package org.latencyprobes.demo.date;

import java.io.PrintStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Says what runs, and how long all of it will still take. What an experiment took in one round is what it is expected to take in the next. */
final class Progress {

    private static final String ERASE_LINE = "\r\u001b[K";

    private final PrintStream out;
    private final boolean live;
    private final Map<Experiment, Long> expectedMillis = new EnumMap<>(Experiment.class);
    private final int all;
    private int started;
    private long leftMillis;

    /**
     * Creates the progress of a comparison.
     *
     * @param live whether the output is a terminal, on which a line can be written over
     */
    Progress(PrintStream out, boolean live, Settings settings) {
        this.out = out;
        this.live = live;
        for (Experiment experiment : Experiment.values()) {
            expectedMillis.put(experiment, Estimate.millis(experiment, settings));
        }
        all = Experiment.values().length * settings.rounds();
    }

    /** How long all rounds will take, before any has run. */
    long expectedMillis(int rounds) {
        return rounds
                * expectedMillis.values().stream().mapToLong(Long::longValue).sum();
    }

    long expectedMillis(Experiment experiment) {
        return expectedMillis.get(experiment);
    }

    /** An experiment starts; others follow. */
    void started(List<Experiment> following) {
        started++;
        leftMillis = following.stream().mapToLong(expectedMillis::get).sum();
    }

    void tick(Experiment experiment, int round, long passedMillis) {
        if (live) {
            long ofThis = Math.max(0, expectedMillis.get(experiment) - passedMillis);
            out.print(ERASE_LINE + head(experiment, round) + " running, " + duration(leftMillis + ofThis)
                    + " left in all");
            out.flush();
        }
    }

    void ended(Experiment experiment, int round, long tookMillis, String outcome) {
        expectedMillis.put(experiment, tookMillis);
        out.printf(
                Locale.ROOT,
                "%s%s %5.1f s  %s%s%n",
                live ? ERASE_LINE : "",
                head(experiment, round),
                tookMillis / 1_000.0,
                outcome,
                leftMillis > 0 ? "; about " + duration(leftMillis) + " left" : "");
    }

    private String head(Experiment experiment, int round) {
        return String.format(Locale.ROOT, "[%2d/%d] round %d, %-18s", started, all, round, experiment.title());
    }

    static String duration(long millis) {
        long seconds = Math.round(millis / 1_000.0);
        return seconds < 60 ? seconds + " s" : seconds / 60 + " min " + seconds % 60 + " s";
    }
}
