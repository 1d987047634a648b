package org.latencyprobes.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BlockBootstrapTest {

    /**
     * Expected values by NumPy: 500 times, quantiles (of rank ⌈q · n⌉) of concatenated blocks drawn by the same generator, and of their
     * ratios {@code numpy.percentile(ratios, [2.5, 97.5])}.
     */
    @ParameterizedTest
    @CsvSource({
        "0.5, 1.2450980392156863, 1.2341463414634146, 1.2555282555282554",
        "0.9, 1.202020202020202, 1.1975806451612903, 1.2064777327935223",
    })
    void agreesWithNumPyForTheSameDraws(double quantile, double ratio, double low, double high) {
        BlockBootstrap bootstrap = new BlockBootstrap(example(24, 400), example(30, 300));

        Interval interval = bootstrap.quantileRatio(quantile, 0.95, 500, generator());

        assertThat(interval.estimate()).isCloseTo(ratio, within(1e-12));
        assertThat(interval.low()).isCloseTo(low, within(1e-12));
        assertThat(interval.high()).isCloseTo(high, within(1e-12));
    }

    @Test
    void alwaysSaysTheSameForTheSameSeed() {
        BlockBootstrap bootstrap = new BlockBootstrap(example(24, 400), example(24, 390));

        assertThat(bootstrap.quantileRatio(0.5, 0.95, 200, 42)).isEqualTo(bootstrap.quantileRatio(0.5, 0.95, 200, 42));
    }

    @Test
    void hasNoIntervalForFewBlocksOrFewSamplesBeyond() {
        assertThat(new BlockBootstrap(example(19, 400), example(30, 300))
                        .quantileRatio(0.5, 0.95, 10, 1)
                        .isBounded())
                .isFalse();
        assertThat(new BlockBootstrap(example(24, 400), example(30, 300))
                        .quantileRatio(0.99, 0.95, 10, 1)
                        .isBounded())
                .isFalse();
    }

    @Test
    void toleratesBlocksWithoutSamples() {
        List<Histogram> gaps = Stream.concat(
                        example(20, 400).stream(),
                        Stream.generate(() -> new Histogram(3)).limit(20))
                .toList();

        assertThat(new BlockBootstrap(gaps, gaps)
                        .quantileRatio(0.5, 0.95, 200, 1)
                        .contains(1))
                .isTrue();
    }

    @Test
    void refusesRecordingsWithoutSamples() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new BlockBootstrap(List.of(new Histogram(3)), example(24, 400)));
    }

    /**
     * 300 simulated pairs of recordings of 60 s without a difference. Each second of each is slower or faster by a fifth as a whole, so calls
     * are far from independent. The standard error of such a coverage is 0.013.
     */
    @Test
    void holdsTheTrueRatioAboutAsOftenAsItSaysThoughCallsDependOnEachOther() {
        Random random = new Random(17);
        int held = 0;
        for (int i = 0; i < 300; i++) {
            BlockBootstrap bootstrap = new BlockBootstrap(seconds(random), seconds(random));
            held += bootstrap.quantileRatio(0.9, 0.95, 300, i).contains(1) ? 1 : 0;
        }

        assertThat(held / 300.0).isBetween(0.9, 0.98);
    }

    private static List<Histogram> seconds(Random random) {
        return Stream.generate(() -> {
                    Histogram second = new Histogram(2);
                    double median = 10_000 * Math.exp(0.2 * random.nextGaussian());
                    for (int call = 0; call < 40; call++) {
                        second.recordValue((long) (median * Math.exp(0.3 * random.nextGaussian())));
                    }
                    return second;
                })
                .limit(60)
                .toList();
    }

    /** Blocks of 50 values below 2,048, which three digits keep exactly. */
    private static List<Histogram> example(int blocks, int base) {
        return IntStream.range(0, blocks)
                .mapToObj(i -> {
                    Histogram block = new Histogram(3);
                    for (int j = 0; j < 50; j++) {
                        block.recordValue(base + (i * 37 + j * 11) % 200 + ((i * 7 + j) % 13 == 0 ? 300 : 0));
                    }
                    return block;
                })
                .toList();
    }

    /** Knuth's linear congruential generator, from 1. */
    private static IntUnaryOperator generator() {
        long[] state = {1};
        return bound -> {
            state[0] = state[0] * 6364136223846793005L + 1442695040888963407L;
            return (int) ((state[0] >>> 33) % bound);
        };
    }
}
