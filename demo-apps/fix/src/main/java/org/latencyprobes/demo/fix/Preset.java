package org.latencyprobes.demo.fix;

import java.util.List;
import org.latencyprobes.demo.fix.measure.Workload;

/** The amount of measuring: rates, number of messages, number of runs. */
record Preset(Rates rates, Lengths lengths, Repeats repeats) {

    private static final int SPARE_RUNS = 2;
    private static final int PARSE_IDLE_MILLIS = 500;

    /** The amount that takes less than four minutes with one engine of each kind. */
    static final Preset USUAL = new Preset(
            new Rates(List.of(2_000, 10_000), List.of(100_000)),
            new Lengths(0, 1.5, 10_000, 0.5),
            new Repeats(150_000, 2_000, 3, 1));

    /** The published rates and counts, and as many pairs as an interval needs. */
    static final Preset FULL = new Preset(
            new Rates(List.of(2_000, 10_000, 50_000), List.of(10_000, 50_000, 100_000, 200_000)),
            new Lengths(0, 10, 10_000, 3),
            new Repeats(150_000, 2_000, 3, 5));

    /** The rates in messages per second, of the JLBH scenario and of the parser alone. */
    record Rates(List<Integer> jlbh, List<Integer> parse) {}

    /**
     * The length of a run.
     *
     * @param messages in each run, whatever is measured; or 0 for what the others say
     */
    record Lengths(int messages, double jlbhSeconds, int latency2Messages, double parseSeconds) {

        int messages(Scenario scenario, int rate) {
            if (messages > 0) {
                return messages;
            }
            return switch (scenario) {
                case JLBH -> (int) (rate * jlbhSeconds);
                case LATENCY2 -> latency2Messages;
                case PARSE -> (int) (rate * parseSeconds);
            };
        }
    }

    /**
     * The numbers of runs and pairs, and what comes before the first run.
     *
     * @param warmUp messages before the first run
     * @param idleMillis between warm-up and first run
     * @param runs in each JVM
     * @param pairs of JVMs with and without the agent, for each engine
     */
    record Repeats(int warmUp, int idleMillis, int runs, int pairs) {}

    /**
     * The number and length of the runs of one JVM.
     *
     * @param once whether one run is enough
     */
    Workload.Runs runs(Scenario scenario, int rate, boolean once) {
        return new Workload.Runs(
                lengths.messages(scenario, rate),
                repeats.warmUp(),
                once ? 1 : repeats.runs(),
                SPARE_RUNS,
                scenario == Scenario.PARSE ? Math.min(repeats.idleMillis(), PARSE_IDLE_MILLIS) : repeats.idleMillis());
    }
}
