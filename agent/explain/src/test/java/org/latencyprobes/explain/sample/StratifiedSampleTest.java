package org.latencyprobes.explain.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StratifiedSampleTest {

    private static final Offset<Double> CLOSE = within(1e-4);

    @Test
    void theIntervalIsThatOfTheOracle() {
        List<String> lines = OracleVectors.lines("wilson.txt", "");
        assertThat(lines).hasSize(40).allSatisfy(line -> {
            String[] parts = line.split(";");
            double[] expected = OracleVectors.numbers(parts[3]);
            Share found = StratifiedWilson.of(
                    OracleVectors.numbers(parts[0]),
                    OracleVectors.numbers(parts[1]),
                    OracleVectors.numbers(parts[2]),
                    StratifiedWilson.Z);
            assertThat(found.low()).isCloseTo(expected[0], CLOSE);
            assertThat(found.estimate()).isCloseTo(expected[1], CLOSE);
            assertThat(found.high()).isCloseTo(expected[2], CLOSE);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"sample-three.txt", "sample-huge.txt"})
    void sharesAreThoseOfTheOracle(String file) {
        StratifiedSample sample = OracleVectors.sample(file);
        assertThat(OracleVectors.lines(file, "share")).hasSize(4).allSatisfy(line -> {
            double[] expected = OracleVectors.numbers(line);
            Share[] shares = sample.shares(sample.edge(expected[0]), expected[1] == 1);
            for (int cause = 0; cause < shares.length; cause++) {
                assertThat(shares[cause].low()).isCloseTo(Math.max(0, expected[2 + 3 * cause]), CLOSE);
                assertThat(shares[cause].estimate()).isCloseTo(expected[3 + 3 * cause], CLOSE);
                assertThat(shares[cause].high()).isCloseTo(Math.min(1, expected[4 + 3 * cause]), CLOSE);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"sample-three.txt", "sample-huge.txt"})
    void percentilesWithoutACauseAreThoseOfTheOracle(String file) {
        StratifiedSample sample = OracleVectors.sample(file);
        assertThat(OracleVectors.lines(file, "without")).hasSize(6).allSatisfy(line -> {
            double[] expected = OracleVectors.numbers(line);
            assertThat(sample.without(expected[0], (int) expected[1], (int) expected[2]))
                    .isEqualTo(new Share(expected[3], expected[4], expected[5]));
        });
    }

    @Test
    void callsThatWereLostWidenTheShares() {
        long[] counts = new long[4096];
        long nanos = 5000;
        counts[OracleVectors.SUB_BUCKETS.of(nanos)] = 100;
        List<StratifiedSample.Call> calls = List.of(OracleVectors.call(new long[] {nanos, 0}));
        double[] lost = new double[OracleVectors.SUB_BUCKETS.of(nanos) / 32 + 1];
        lost[lost.length - 1] = 10;
        StratifiedSample all = new StratifiedSample(counts, OracleVectors.SUB_BUCKETS, calls, new double[0], 2);
        StratifiedSample some = new StratifiedSample(counts, OracleVectors.SUB_BUCKETS, calls, lost, 2);
        assertThat(some.lostShare(-1, false)).isEqualTo(0.1);
        assertThat(some.shares(-1, false)[0].low()).isCloseTo(all.shares(-1, false)[0].low() - 0.1, CLOSE);
    }

    @Test
    void aBandWithoutACallInTheSampleHasNoShares() {
        long[] counts = new long[4096];
        counts[3000] = 100;
        StratifiedSample none = new StratifiedSample(counts, OracleVectors.SUB_BUCKETS, List.of(), new double[0], 2);
        assertThat(none.shares(-1, true)).isEmpty();
        assertThat(none.without(99, 0, 0)).isNull();
    }
}
