package org.latencyprobes.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantileRanksTest {

    /** SciPy 1.17.1: {@code quantile_test(arange(1, n + 1), p=quantile).confidence_interval(0.95)}; n + 1 where it has no end. */
    @ParameterizedTest
    @CsvSource({
        "6, 0.5, 1, 6",
        "6, 0.9, 4, 7",
        "10, 0.5, 2, 9",
        "100, 0.5, 40, 61",
        "100, 0.9, 84, 96",
        "100, 0.99, 97, 101",
        "1000, 0.5, 469, 532",
        "1000, 0.9, 881, 919",
        "1000, 0.99, 983, 997",
        "1000, 0.999, 997, 1001",
        "1000000, 0.5, 499020, 500981",
        "1000000, 0.9, 899412, 900589",
        "1000000, 0.99, 989805, 990196",
        "1000000, 0.999, 998938, 999062",
    })
    void agreesWithSciPy(long samples, double quantile, long low, long high) {
        assertThat(QuantileRanks.of(samples, quantile, 0.95))
                .isEqualTo(new QuantileRanks(low, high, samples, quantile));
    }

    /** {@code scipy.stats.binom.ppf([.025, .975], 1e9, .9999)} is 999,899,380 and 999,900,619, to as many digits as it prints. */
    @Test
    void copesWithABillionSamples() {
        QuantileRanks ranks = QuantileRanks.of(1_000_000_000, 0.9999, 0.95);

        assertThat(ranks.low()).isBetween(999_899_375L, 999_899_385L);
        assertThat(ranks.high()).isBetween(999_900_615L, 999_900_625L);
    }

    @Test
    void findsTheRanksInAHistogram() {
        Histogram histogram = new Histogram(3);
        for (int value = 1; value <= 1_000; value++) {
            histogram.recordValue(value);
        }

        assertThat(QuantileRanks.of(1_000, 0.99, 0.95).of(histogram)).isEqualTo(new Interval(983, 990, 997));
        assertThat(QuantileRanks.of(1_000, 0.999, 0.95).of(histogram).isBounded())
                .isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> QuantileRanks.of(999, 0.99, 0.95).of(histogram));
    }

    @Test
    void refusesWhatIsNoQuantileAndNoSample() {
        assertThatIllegalArgumentException().isThrownBy(() -> QuantileRanks.of(0, 0.5, 0.95));
        assertThatIllegalArgumentException().isThrownBy(() -> QuantileRanks.of(10, 1, 0.95));
        assertThatIllegalArgumentException().isThrownBy(() -> QuantileRanks.of(10, 0.5, 1));
    }

    /** 4,000 simulated recordings of 2,000 independent log-normal samples. The interval covers at least what it says. */
    @Test
    void holdsTheTrueQuantileAtLeastAsOftenAsItSays() {
        Random random = new Random(5);
        double p99 = Math.exp(2.3263478740408408);
        QuantileRanks ranks = QuantileRanks.of(2_000, 0.99, 0.95);
        int held = 0;
        for (int i = 0; i < 4_000; i++) {
            double[] samples = new double[2_000];
            Arrays.setAll(samples, any -> Math.exp(random.nextGaussian()));
            Arrays.sort(samples);
            held += samples[(int) ranks.low() - 1] <= p99 && p99 <= samples[(int) ranks.high() - 1] ? 1 : 0;
        }

        assertThat(held / 4_000.0).isBetween(0.945, 0.975);
    }
}
