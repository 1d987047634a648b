package org.latencyprobes.demo.fix.comparison;

import java.util.List;
import org.latencyprobes.demo.fix.measure.Workload;

/**
 * The amount of measuring.
 *
 * @param rates of the JLBH scenario, in messages per second; the first one is that of the primary claim
 * @param parseRates of the parser alone
 * @param blocks of the primary claim
 * @param messages in each run, whatever is measured; or 0 for the scenario's own number
 * @param seconds of a run, where the scenario has no number of its own
 * @param warmUp messages before the first run, as fast as they are answered
 * @param idleMillis the pause after the warm-up
 * @param runs in each JVM that are measured; or 0 for the scenario's own number
 */
public record Preset(
        List<Integer> rates,
        List<Integer> parseRates,
        int blocks,
        int messages,
        double seconds,
        int warmUp,
        int idleMillis,
        int runs) {

    private static final int PUBLISHED_MESSAGES = 20_000;
    private static final int PUBLISHED_RUNS = 3;
    private static final int LATENCY2_MESSAGES = 10_000;
    private static final int PARSE_RUNS = 5;

    /** The parsers have five runs, which together take little longer than one. */
    private static final double SHARE_OF_PARSE_RUN = 1.0 / 3;

    /** One question in less than four minutes. */
    public static final Preset USUAL = new Preset(List.of(10_000), List.of(100_000), 6, 0, 2, 150_000, 500, 0);

    /** Everything in less than 45 minutes. */
    public static final Preset FULL =
            new Preset(List.of(10_000, 2_000, 50_000), List.of(10_000, 200_000), 10, 0, 3, 150_000, 500, 0);

    /** The number and length of the runs of one JVM. Under the published conditions nothing settles before them, and nothing is long. */
    Workload.Runs runs(Scenario scenario, int rate) {
        int own = switch (scenario.named()) {
            case PUBLISHED -> PUBLISHED_MESSAGES;
            case LATENCY2 -> LATENCY2_MESSAGES;
            case PARSE -> (int) (rate * seconds * SHARE_OF_PARSE_RUN);
            default -> (int) (rate * seconds);
        };
        int ownRuns = switch (scenario.named()) {
            case PUBLISHED -> PUBLISHED_RUNS;
            case PARSE -> PARSE_RUNS;
            default -> 1;
        };
        boolean asPublished = scenario == Scenario.PUBLISHED;
        return new Workload.Runs(
                messages > 0 ? messages : own,
                asPublished ? Math.min(PUBLISHED_MESSAGES, warmUp) : warmUp,
                asPublished || scenario == Scenario.LATENCY2 ? 0 : 1,
                runs > 0 ? runs : ownRuns,
                asPublished ? 0 : idleMillis);
    }
}
