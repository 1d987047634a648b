package org.latencyprobes.benchmarks;

/**
 * The amount of measuring.
 *
 * @param name as the document calls it
 * @param rounds how often everything is repeated; recorders have half of it, at least one
 * @param warmUpIterations before the first measured one, in each JVM
 * @param iterations measured, in each JVM
 * @param iterationMillis length of either
 * @param startUpRuns starts of each variant, spread over the rounds
 * @param everyCombination else the long method runs on one thread only, virtual threads run the short method only
 */
record BenchmarkPreset(
        String name,
        int rounds,
        int warmUpIterations,
        int iterations,
        int iterationMillis,
        int startUpRuns,
        boolean everyCombination) {

    /** Some minutes, precise enough to check the goals. */
    static final BenchmarkPreset QUICK = new BenchmarkPreset("quick", 3, 4, 5, 120, 21, false);

    /** As for publication. */
    static final BenchmarkPreset FULL = new BenchmarkPreset("full", 7, 6, 10, 300, 42, true);

    /** Shows that everything runs; its figures mean nothing. */
    static final BenchmarkPreset SMOKE = new BenchmarkPreset("smoke", 1, 1, 1, 50, 1, false);

    BenchmarkPreset withRounds(int other) {
        return new BenchmarkPreset(
                name, other, warmUpIterations, iterations, iterationMillis, startUpRuns, everyCombination);
    }

    /** The time that a JVM measures, without its start. */
    long jvmMillis() {
        return (long) (warmUpIterations + iterations) * iterationMillis;
    }

    int recorderRounds() {
        return (rounds + 1) / 2;
    }

    int startUpRunsPerRound() {
        return (startUpRuns + rounds - 1) / rounds;
    }
}
