package org.latencyprobes.cli.why;

import org.HdrHistogram.Histogram;
import org.latencyprobes.agent.protocol.Answer;
import org.latencyprobes.agent.protocol.slow.ObservedTime;
import org.latencyprobes.agent.protocol.slow.SlowThreshold;
import org.latencyprobes.analysis.picture.DurationText;

/** The sentence that says why a probe has no slow call, as far as that is known, and which limit would give some. Stateless. */
final class NothingKept {

    /** Without a reason. */
    static final String PLAIN = "no slow call was kept";

    /** From so many calls on a probe's own threshold is its p99.9; with fewer it is what the ten longest exceed. */
    private static final long MANY = 10_000;

    /** Percentiles to begin at: the first one counts that has a round limit between it and the longest call. */
    private static final double[] PERCENTILES = {99, 90, 50};

    private static final long[] STEPS = {10, 12, 15, 20, 25, 30, 40, 50, 60, 80};
    private static final long NANOS_PER_MICRO = 1_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private NothingKept() {}

    /**
     * Writes the sentence.
     *
     * @param answer the agent's
     * @param key which calls
     * @param calls durations of all its calls in the time, in ns
     * @param slowNanos the limit that the user has given, or 0
     */
    static String sentence(Answer answer, CallsKey key, Histogram calls, long slowNanos) {
        if (slowNanos > 0) {
            return PLAIN + (calls.getMaxValue() < slowNanos ? ": none took " + DurationText.of(slowNanos) : "");
        }
        double thresholdus = -1; // of none of the agent's probes
        for (SlowThreshold each : answer.all(SlowThreshold.ALL, SlowThreshold.class)) {
            thresholdus = each.probe().equals(key.probe()) && each.tags().equals(key.tags())
                    ? each.thresholdus()
                    : thresholdus;
        }
        if (thresholdus < 0) {
            return PLAIN;
        }
        return PLAIN
                + (Double.isNaN(thresholdus)
                        ? ": no limit was set for this probe so far"
                        : aboveThreshold(
                                Math.round(thresholdus * NANOS_PER_MICRO),
                                answer.one(ObservedTime.TABLE, ObservedTime.class)
                                        .isThresholdAuto(),
                                calls))
                + remedy(calls);
    }

    /** The limit may have been another one before, so that there were longer calls than it is now. */
    private static String aboveThreshold(long nanos, boolean isAuto, Histogram calls) {
        String limit = !isAuto
                ? "the limit of the agent's option slow"
                : calls.getTotalCount() >= MANY
                        ? "the p99.9 since the start"
                        : "which ten calls or one of a thousand since the start exceed";
        if (calls.getMaxValue() <= calls.highestEquivalentValue(nanos)) {
            return ": none was longer than " + DurationText.of(nanos) + ", " + limit;
        }
        return isAuto ? ": slow are those that ten calls or one of a thousand since the start reach" : "";
    }

    /** A round limit that some calls of the time exceed; empty where no limit does. */
    private static String remedy(Histogram calls) {
        String found = "";
        for (int i = 0; i < PERCENTILES.length && found.isEmpty(); i++) {
            found = remedy(calls, calls.getValueAtPercentile(PERCENTILES[i]));
        }
        return found;
    }

    private static String remedy(Histogram calls, long least) {
        for (long power = NANOS_PER_MICRO; power <= NANOS_PER_SECOND; power *= 10) {
            for (long step : STEPS) {
                long limit = step * power / 10;
                if (limit >= least && limit < calls.getMaxValue()) {
                    return "; --slow " + option(limit) + " keeps those above " + DurationText.of(limit);
                }
            }
        }
        return "";
    }

    private static String option(long nanos) {
        return DurationText.of(nanos).replace(" ", "").replace('µ', 'u');
    }
}
