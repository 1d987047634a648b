package org.latencyprobes.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import java.util.function.IntToLongFunction;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PercentileBoundsTest {

    private static final int TRIALS = 400;
    private static final int CALLS = 10_000;
    private static final double[] PERCENTILES = {50, 90, 99};

    /** Of a simulated run of calls, a random 16th is timed: 95 of 100 intervals hold what timing all would have shown. */
    @ParameterizedTest
    @MethodSource("loads")
    void holdTheTruth(String name, Load load) {
        int[] held = new int[PERCENTILES.length];
        for (int trial = 0; trial < TRIALS; trial++) {
            Random random = new Random(trial);
            IntToLongFunction durations = load.durations(random);
            long[] all = new long[CALLS];
            Histogram timed = new Histogram(2);
            for (int call = 0; call < CALLS; call++) {
                all[call] = durations.applyAsLong(call);
                if (random.nextInt(16) == 0) {
                    timed.recordValue(all[call]);
                }
            }
            Arrays.sort(all);
            for (int i = 0; i < PERCENTILES.length; i++) {
                held[i] += holds(timed, all, PERCENTILES[i]) ? 1 : 0;
            }
        }
        for (int times : held) {
            assertThat(times).as(name).isGreaterThanOrEqualTo(TRIALS * 95 / 100);
        }
    }

    private interface Load {
        IntToLongFunction durations(Random random);
    }

    private static Stream<Arguments> loads() {
        Load bimodal = random -> call -> (long) (random.nextInt(20) == 0 ? 80_000 : 900) + random.nextInt(300);
        Load heavyTailed = random -> call -> (long) (1_000 * Math.pow(1 - random.nextDouble(), -1 / 1.2));
        Load periodic = random -> call -> (call % 16 == 0 ? 50_000 : 1_000) + call % 7;
        return Stream.of(
                Arguments.of("bimodal", bimodal),
                Arguments.of("heavy-tailed", heavyTailed),
                Arguments.of("periodic", periodic));
    }

    private static boolean holds(Histogram timed, long[] all, double percentile) {
        PercentileBounds bounds = PercentileBounds.of(timed, percentile);
        double truthMicros = all[(int) Math.ceil(all.length * percentile / 100) - 1] / 1_000.0;
        return bounds.lowMicros() <= truthMicros && truthMicros <= bounds.highMicros();
    }

    /** Table A6 of Conover's and binomial tables: the ranks for a median of 20, 50 and 100 samples. */
    @ParameterizedTest
    @CsvSource({"20, 0.5, 6, 15", "50, 0.5, 18, 33", "100, 0.5, 40, 61", "10, 0.5, 2, 9"})
    void ranksAreThoseOfTheBinomialDistribution(int samples, double quantile, long low, long high) {
        assertThat(PercentileBounds.ranks(samples, quantile)).containsExactly(low, high);
    }

    @Test
    void manySamplesGoOverIntoTheNormalDistribution() {
        long[] exact = PercentileBounds.ranks(3_990, 0.5);
        long[] normal = PercentileBounds.ranks(4_010, 0.5);
        assertThat(exact[0]).isCloseTo(normal[0] - 10, org.assertj.core.data.Offset.offset(2L));
        assertThat(exact[1]).isCloseTo(normal[1] - 10, org.assertj.core.data.Offset.offset(2L));
    }

    @Test
    void tenSamplesBeyondAPercentileSupportIt() {
        assertThat(PercentileBounds.isSupported(10_000, 99.9)).isTrue();
        assertThat(PercentileBounds.isSupported(9_999, 99.9)).isFalse();
        assertThat(PercentileBounds.isSupported(20, 50)).isTrue();
        assertThat(PercentileBounds.isSupported(0, 50)).isFalse();
        assertThat(PercentileBounds.isSupported(100_000, 99.99)).isTrue();
    }
}
