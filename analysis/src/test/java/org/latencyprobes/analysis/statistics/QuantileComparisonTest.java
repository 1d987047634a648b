package org.latencyprobes.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.latencyprobes.analysis.statistics.QuantileComparison.Basis;
import org.latencyprobes.analysis.statistics.QuantileComparison.Finding;
import org.latencyprobes.analysis.statistics.QuantileEstimate.Obstacle;

class QuantileComparisonTest {

    private static final double CONFIDENCE = 0.95;

    /**
     * Expected values by NumPy, for the same draws: the quantile within its bucket, the standard deviation of 300 drawn quantiles' logarithms, the
     * degrees of freedom, and the effective samples beyond. "Twice" has each block twice, one after the other, which are joined.
     */
    @ParameterizedTest
    @CsvSource({
        "24, 400, 50, false, 508.75, 0.00437645625018723, 11.995531439514844, 600",
        "30, 300, 90, false, 495.25, 0.001354689440752703, 29, 150",
        "48, 300, 90, false, 495.0833333333333, 0.0010475468784052766, 47, 240",
        "45, 300, 50, true, 408.4, 0.00352173124680482, 26.04946996466434, 2250",
    })
    void ofBlocksAgreesWithNumPyForTheSameDraws(
            int blocks,
            int base,
            double percentile,
            boolean isTwice,
            double nanos,
            double error,
            double degrees,
            double beyond) {
        List<Histogram> recording = IntStream.range(0, isTwice ? 2 * blocks : blocks)
                .mapToObj(i -> block(isTwice ? i / 2 : i, base))
                .toList();

        QuantileEstimate estimate = QuantileEstimate.ofBlocks(recording, percentile, 300, generator());

        assertThat(estimate.obstacle()).isEqualTo(Obstacle.NONE);
        assertThat(estimate.nanos()).isCloseTo(nanos, within(1e-9));
        assertThat(estimate.logarithm().standardError()).isCloseTo(error, within(1e-12));
        assertThat(estimate.logarithm().degreesOfFreedom()).isCloseTo(degrees, within(1e-9));
        assertThat(estimate.effectiveBeyond()).isCloseTo(beyond, within(1e-9));
    }

    /** Expected values by NumPy for the same draws, with {@code scipy.stats.t.ppf} for the degrees of freedom of Welch and of each side. */
    @Test
    void theIntervalsAgreeWithSciPy() {
        QuantileComparison comparison = new QuantileComparison(
                QuantileEstimate.ofBlocks(example(48, 300), 50, 300, generator()),
                QuantileEstimate.ofBlocks(example(24, 400), 50, 300, generator()),
                Basis.RECORDINGS);

        ConfidenceInterval ratio = comparison.ratio(CONFIDENCE);
        assertThat(ratio.low()).isCloseTo(1.2302269691622543, within(1e-10));
        assertThat(ratio.estimate()).isCloseTo(1.2444960861056757, within(1e-10));
        assertThat(ratio.high()).isCloseTo(1.2589307072230818, within(1e-10));
        ConfidenceInterval difference = comparison.difference(CONFIDENCE);
        double before = comparison.before().nanos();
        assertThat(difference.low()).isCloseTo((ratio.low() - 1) * before, within(1e-7));
        assertThat(difference.high()).isCloseTo((ratio.high() - 1) * before, within(1e-7));
        assertThat(comparison.verdict(CONFIDENCE)).isEqualTo("these recordings: slower, ×1.24 (1.23–1.26)");
    }

    /** 2.306004135 is {@code scipy.stats.t.ppf(0.975, 8)}. */
    @Test
    void aStoredSpreadGivesSingleRunsAnInterval() {
        QuantileEstimate before = QuantileEstimate.ofRuns(runs(5, 300, 53), 50);
        QuantileEstimate after = QuantileEstimate.ofRuns(runs(5, 300, 53), 50);
        RunSpread spread = RunSpread.of(before, after);
        QuantileComparison comparison = new QuantileComparison(
                QuantileEstimate.ofRuns(runs(1, 300, 53), spread),
                QuantileEstimate.ofRuns(runs(1, 330, 53), spread),
                Basis.STORED_SPREAD);

        assertThat(spread.degreesOfFreedom()).isEqualTo(8);
        assertThat(spread.deviation()).isCloseTo(before.logarithm().standardError() * Math.sqrt(5), within(1e-12));
        ConfidenceInterval ratio = comparison.ratio(CONFIDENCE);
        double resolution = 1
                + Math.max(comparison.before().resolution(), comparison.after().resolution());
        assertThat(Math.log(ratio.high() / ratio.estimate() / resolution))
                .isCloseTo(2.306004135 * spread.deviation() * Math.sqrt(2), within(1e-8));
        assertThat(comparison.verdict(CONFIDENCE)).doesNotContain("these recordings");
    }

    @Test
    void aStoredSpreadDoesNotFitRunsOfHalfTheSamples() {
        QuantileEstimate five = QuantileEstimate.ofRuns(runs(5, 300, 53), 50);
        RunSpread spread = RunSpread.of(five, five);

        assertThat(spread.fits(five)).isTrue();
        assertThat(spread.samplesPerRun()).isEqualTo(five.samples() / 5.0);
        assertThat(new RunSpread(50, 0.1, 8, 2.1 * spread.samplesPerRun()).fits(five))
                .isFalse();
    }

    /** Expected values by {@code scipy.stats.ttest_ind} of the logarithms, with {@code equal_var=False}. */
    @Test
    void ofRunsAgreesWithSciPy() {
        QuantileComparison comparison = new QuantileComparison(
                QuantileEstimate.ofRuns(runs(5, 300, 53), 50),
                QuantileEstimate.ofRuns(runs(6, 330, 31), 50),
                Basis.RUNS);

        ConfidenceInterval ratio = comparison.ratio(CONFIDENCE);
        assertThat(ratio.low()).isCloseTo(1.0245216160497874, within(1e-10));
        assertThat(ratio.estimate()).isCloseTo(1.081773939291799, within(1e-10));
        assertThat(ratio.high()).isCloseTo(1.1422256372129376, within(1e-10));
        assertThat(comparison.verdict(CONFIDENCE)).isEqualTo("slower, ×1.08 (1.02–1.14)");
    }

    /** Runs of 200 values below 2,048, which three digits keep exactly. */
    static List<Histogram> runs(int runs, int base, int step) {
        return IntStream.range(0, runs)
                .mapToObj(i -> {
                    Histogram run = new Histogram(3);
                    for (int j = 0; j < 200; j++) {
                        run.recordValue(base + (i * step) % 40 + (j * 7) % 90);
                    }
                    return run;
                })
                .toList();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0.001 | 1.4 | SLOWER | slower, ×1.40 (1.40–1.40)",
                "0.02 | 1.4 | SLOWER | slower, ×1.40 (1.33–1.47)",
                "0.02 | 0.5 | FASTER | faster, ×0.500 (0.475–0.526)",
                "0.005 | 1.01 | SAME | same, ×1.01 (0.997–1.02)",
                "0.001 | 1.02 | SAME | same, ×1.02 (1.02–1.02)",
                "0.02 | 1.01 | UNDECIDED | can't tell, ×1.01 (0.959–1.06)",
                "0.2 | 1.3 | UNDECIDED | can't tell, ×1.30 (0.777–2.17)",
            })
    void theVerdictIsInWords(double error, double ratio, Finding finding, String words) {
        QuantileComparison comparison = new QuantileComparison(
                estimate(1, 0, Obstacle.NONE), estimate(ratio, error, Obstacle.NONE), Basis.RUNS);

        assertThat(comparison.verdict(CONFIDENCE)).isEqualTo(words);
        assertThat(comparison.finding(CONFIDENCE)).isEqualTo(finding);
    }

    /** Intervals of 0.95 of each side alone would have 0 in their difference from a standard error of 0.04 on. */
    @Test
    void theDifferenceHoldsNothingAtAllExactlyWhereTheVerdictIsOpen() {
        for (double error : new double[] {0.03, 0.042, 0.0427, 0.043, 0.05}) {
            QuantileComparison comparison = new QuantileComparison(
                    estimate(177_000, error / Math.sqrt(2), Obstacle.NONE),
                    estimate(194_700, error / Math.sqrt(2), Obstacle.NONE),
                    Basis.RUNS);

            assertThat(comparison.difference(CONFIDENCE).contains(0))
                    .as("%s", error)
                    .isEqualTo(comparison.finding(CONFIDENCE) == Finding.UNDECIDED);
        }
    }

    @Test
    void withoutAnIntervalTheReasonIsGiven() {
        QuantileEstimate fine = estimate(1, 0.01, Obstacle.NONE);

        assertThat(verdict(estimate(1, 0.01, Obstacle.FEW_BLOCKS), fine))
                .isEqualTo("too short: 6 of the 20 stretches of time with samples that are needed");
        assertThat(verdict(
                        fine,
                        new QuantileEstimate(
                                99.9, 14_900, new MeanEstimate(1, 1, 5), 14, 0, 30, Obstacle.FEW_SAMPLES, false)))
                .isEqualTo("too few samples beyond p99.9: 14, 50 are needed");
        assertThat(verdict(fine, estimate(1, 0.01, Obstacle.FEW_SAMPLES)))
                .isEqualTo("too few independent samples beyond p99.9: 80 of 100, 50 are needed");
    }

    private static String verdict(QuantileEstimate before, QuantileEstimate after) {
        QuantileComparison comparison = new QuantileComparison(before, after, Basis.RECORDINGS);
        assertThat(comparison.ratio(CONFIDENCE).isBounded()).isFalse();
        assertThat(comparison.difference(CONFIDENCE).isBounded()).isFalse();
        return comparison.verdict(CONFIDENCE);
    }

    private static QuantileEstimate estimate(double nanos, double error, Obstacle obstacle) {
        return new QuantileEstimate(
                99.9, 100_000, new MeanEstimate(Math.log(nanos), error, 5), 80, 0, 6, obstacle, false);
    }

    @Test
    void blocksThatAreAllAlikeAreStationary() {
        List<Histogram> alike =
                IntStream.range(0, 60).mapToObj(i -> block(0, 300)).toList();
        QuantileEstimate estimate = QuantileEstimate.ofBlocks(alike, 90);

        assertThat(estimate.obstacle()).isEqualTo(Obstacle.NONE);
        assertThat(new QuantileComparison(estimate, estimate, Basis.RECORDINGS).verdict(CONFIDENCE))
                .isEqualTo("these recordings: same, ×1.00 (1.00–1.00)");
    }

    @Test
    void coarseBucketsWidenTheInterval() {
        QuantileEstimate fine = estimate(100, 0, Obstacle.NONE);
        QuantileEstimate coarse =
                new QuantileEstimate(99.9, 100_000, fine.logarithm(), 80, 0.0625, 6, Obstacle.NONE, false);

        QuantileComparison comparison = new QuantileComparison(fine, coarse, Basis.RUNS);
        assertThat(comparison.verdict(CONFIDENCE)).isEqualTo("can't tell, ×1.00 (0.941–1.06)");
        assertThat(comparison.difference(CONFIDENCE).low()).isCloseTo(100 / 1.0625 - 100, within(1e-9));
        assertThat(comparison.difference(CONFIDENCE).high()).isCloseTo(6.25, within(1e-9));
    }

    @Test
    void blocksWithoutSamplesAreTolerated() {
        List<Histogram> gaps = Stream.concat(
                        example(20, 400).stream(),
                        Stream.generate(() -> new Histogram(3)).limit(20))
                .toList();

        assertThat(QuantileEstimate.ofBlocks(gaps, 50).nanos())
                .isCloseTo(QuantileEstimate.ofBlocks(example(20, 400), 50).nanos(), within(1e-9));
    }

    @Test
    void aRecordingThatDriftsMayHaveAStretchWithoutSamples() {
        List<Histogram> rising = IntStream.range(0, 25)
                .mapToObj(i -> i >= 10 && i < 15 ? new Histogram(3) : block(i, 300 + 100 * i))
                .toList();
        QuantileEstimate estimate = QuantileEstimate.ofBlocks(rising, 50);

        assertThat(estimate.drifts()).isTrue();
        assertThat(estimate.logarithm().standardError()).isPositive();
    }

    @Test
    void recordingsWithoutSamplesAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> QuantileEstimate.ofBlocks(List.of(new Histogram(3)), 50));
    }

    /** Blocks of 50 values below 2,048, which three digits keep exactly. */
    private static List<Histogram> example(int blocks, int base) {
        return IntStream.range(0, blocks).mapToObj(i -> block(i, base)).toList();
    }

    private static Histogram block(int i, int base) {
        Histogram block = new Histogram(3);
        for (int j = 0; j < 50; j++) {
            block.recordValue(base + (i * 37 + j * 11) % 200 + ((i * 7 + j) % 13 == 0 ? 300 : 0));
        }
        return block;
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
