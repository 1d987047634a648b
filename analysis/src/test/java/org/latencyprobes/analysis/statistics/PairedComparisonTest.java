package org.latencyprobes.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.latencyprobes.analysis.statistics.QuantileComparisonTest.runs;

import java.util.List;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.analysis.statistics.QuantileComparison.Basis;

/** Tests of {@link QuantileComparison#ofPairs}. */
class PairedComparisonTest {

    private static final double CONFIDENCE = 0.95;

    /** Expected values by {@code scipy.stats.ttest_rel} of the logarithms. */
    @Test
    void ofPairsAgreesWithSciPy() {
        QuantileComparison comparison = QuantileComparison.ofPairs(runs(5, 300, 53), runs(5, 330, 31), 50);

        ConfidenceInterval ratio = comparison.ratio(CONFIDENCE);
        assertThat(ratio.low()).isCloseTo(1.017868585378215, within(1e-10));
        assertThat(ratio.estimate()).isCloseTo(1.0722192807795734, within(1e-10));
        assertThat(ratio.high()).isCloseTo(1.1294721171184219, within(1e-10));
        ConfidenceInterval difference = comparison.difference(CONFIDENCE);
        assertThat(difference.estimate()).isCloseTo(26.07756081594613, within(1e-7));
        double before = comparison.before().nanos();
        assertThat(difference.low()).isCloseTo((ratio.low() - 1) * before, within(1e-7));
        assertThat(difference.high()).isCloseTo((ratio.high() - 1) * before, within(1e-7));
        assertThat(comparison.verdict(CONFIDENCE)).isEqualTo("slower, ×1.07 (1.02–1.13)");
    }

    @Test
    void runsAgainstThemselvesAreTheSameInPairs() {
        List<Histogram> runs = runs(5, 300, 53);

        QuantileComparison comparison = QuantileComparison.ofPairs(runs, runs, 50);

        assertThat(comparison.verdict(CONFIDENCE)).isEqualTo("same, ×1.00 (1.00–1.00)");
        assertThat(comparison.difference(CONFIDENCE).low()).isBetween(-1.0, 0.0);
        assertThat(comparison.difference(CONFIDENCE).high()).isBetween(0.0, 1.0);
    }

    /** Values around 100 µs, whose buckets of two digits are 512 ns wide. */
    @Test
    void bucketsWidenTheDifferenceOfPairs() {
        List<Histogram> runs = IntStream.range(0, 5)
                .mapToObj(i -> {
                    Histogram run = new Histogram(2);
                    for (int j = 0; j < 200; j++) {
                        run.recordValue(100_000 + 2_000 * i + 50 * j);
                    }
                    return run;
                })
                .toList();

        ConfidenceInterval difference =
                QuantileComparison.ofPairs(runs, runs, 50).difference(CONFIDENCE);

        assertThat(difference.low()).isLessThan(-500);
        assertThat(difference.high()).isGreaterThan(500);
    }

    @Test
    void aSinglePairHasNoInterval() {
        QuantileComparison single = QuantileComparison.ofPairs(runs(1, 300, 53), runs(1, 330, 31), 50);

        assertThat(single.difference(CONFIDENCE).isBounded()).isFalse();
        assertThat(single.ratio(CONFIDENCE).isBounded()).isFalse();
    }

    @Test
    void pairsAreNotIndependent() {
        QuantileEstimate estimate = QuantileEstimate.ofRuns(runs(5, 300, 53), 50);

        assertThatIllegalArgumentException().isThrownBy(() -> new QuantileComparison(estimate, estimate, Basis.PAIRS));
    }
}
