package org.latencyprobes.benchmarks.trial;

import java.util.List;

/**
 * The amount of measuring.
 *
 * @param name as the document calls it
 * @param rounds how often everything is repeated
 * @param threads the numbers of threads that call a probe
 * @param warmUpIterations before the first measured one, in each JVM
 * @param iterations measured, in each JVM
 * @param iterationMillis length of either
 * @param startUps of each variant, in a round
 * @param coldCalls of each kind, in a JVM
 * @param transactionMillis of an application, before it is measured and measured
 * @param everyCombination else some variants and recorders have one thread only, and there are no virtual ones
 */
public record BenchmarkPreset(
        String name,
        int rounds,
        List<Integer> threads,
        int warmUpIterations,
        int iterations,
        int iterationMillis,
        int startUps,
        int coldCalls,
        int transactionMillis,
        boolean everyCombination) {

    private static final List<Integer> THREADS = List.of(1, 2, 8);

    /** Some minutes, to see on a quiet machine how things stand. */
    public static final BenchmarkPreset QUICK =
            new BenchmarkPreset("quick", 3, THREADS, 3, 3, 200, 4, 250, 8_000, false);

    /** As for publication. */
    public static final BenchmarkPreset FULL =
            new BenchmarkPreset("full", 5, THREADS, 4, 6, 500, 9, 2_000, 15_000, true);

    /** Shows that everything runs; its figures mean nothing. */
    public static final BenchmarkPreset SMOKE =
            new BenchmarkPreset("smoke", 1, List.of(1), 1, 1, 50, 1, 20, 100, false);

    public BenchmarkPreset withRounds(int other) {
        return new BenchmarkPreset(
                name,
                other,
                threads,
                warmUpIterations,
                iterations,
                iterationMillis,
                startUps,
                coldCalls,
                transactionMillis,
                everyCombination);
    }

    /** The time that a JVM measures, without its start. */
    public long jvmMillis() {
        return (long) (warmUpIterations + iterations) * iterationMillis;
    }
}
