package org.latencyprobes.explain.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests by simulation, with fixed seeds, that sums over periods of unequal load give intervals that hold the truth. */
final class CellSumsTest {

    private static final int RUNS = 300;
    private static final int MOST = 60;
    private static final int[] CALLS = {200, 20_000, 1_000, 50, 5_000, 300, 20_000, 100, 800, 3_000};
    private static final double[] RATES = {0.1, 0.5, 0.05, 0.9, 0.3, 0.1, 0.02, 0.6, 0.2, 0.1};

    /** Of one period: durations within a fifth of each other, and the part of the cause in each. */
    private record Period(long[] nanos, long[] ofCause) {

        static Period of(int calls, double rate, Random random) {
            long[] nanos = new long[calls];
            long[] ofCause = new long[calls];
            for (int call = 0; call < calls; call++) {
                nanos[call] = 1_000_000 + random.nextInt(190_000);
                double part = random.nextDouble() < rate ? 1 - 0.3 * random.nextDouble() : 0.2 * random.nextDouble();
                ofCause[call] = (long) (part * nanos[call]);
            }
            return new Period(nanos, ofCause);
        }

        boolean isMain(int call) {
            return 2 * ofCause[call] > nanos[call];
        }

        /** As the agent does: each sampled call stands for as many, but for what divides unevenly. */
        void sample(CellSums sums, Random random) {
            long calls = nanos.length;
            int kept = (int) Math.min(MOST, calls);
            int[] drawn = random.ints(0, nanos.length).distinct().limit(kept).toArray();
            for (int i = 0; i < kept; i++) {
                long standsFor = (i + 1) * calls / kept - i * calls / kept;
                long own = ofCause[drawn[i]];
                sums.add(standsFor, nanos[drawn[i]], isMain(drawn[i]) ? 0 : 1, new long[] {own, nanos[drawn[i]] - own});
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void periodsOfUnequalLoadAreCovered(boolean byTime) {
        Random random = new Random(44);
        Period[] periods = IntStream.range(0, CALLS.length)
                .mapToObj(at -> Period.of(CALLS[at], RATES[at], random))
                .toArray(Period[]::new);
        double all = IntStream.of(CALLS).sum();
        double truth = truth(periods, byTime);
        int covered = 0;
        double bias = 0;
        for (int run = 0; run < RUNS; run++) {
            CellSums sums = new CellSums(2);
            for (Period period : periods) {
                period.sample(sums, random);
            }
            assertThat(sums.calls()).isEqualTo((long) all);
            Share share = CellSums.share(
                    0, new CellSums[] {sums}, new double[] {all}, new double[] {1}, byTime, byTime ? 5e-4 : 0);
            covered += share.low() <= truth && truth <= share.high() ? 1 : 0;
            bias += (share.estimate() - truth) / RUNS;
        }
        assertThat((double) covered / RUNS).isGreaterThanOrEqualTo(0.91);
        assertThat(bias).isBetween(-0.006, 0.006);
    }

    private static double truth(Period[] periods, boolean byTime) {
        double of = 0;
        double all = 0;
        for (Period period : periods) {
            for (int call = 0; call < period.nanos.length; call++) {
                of += byTime ? period.ofCause[call] : period.isMain(call) ? 1 : 0;
                all += byTime ? period.nanos[call] : 1;
            }
        }
        return of / all;
    }
}
