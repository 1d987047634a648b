package org.latencyprobes.analysis.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class PercentileCurveTest {

    @Test
    void hasThePercentilesOfItsHistogram() {
        Histogram histogram = new Histogram(3);
        for (int i = 1; i <= 1_000; i++) {
            histogram.recordValue(i * 1_000L);
        }

        PercentileCurve curve = PercentileCurve.of(histogram);

        assertThat(curve.samples()).isEqualTo(1_000);
        for (double percentile : new double[] {10, 50, 90, 99, 99.9, 100}) {
            assertThat(curve.nanosAt(percentile)).isEqualTo(histogram.getValueAtPercentile(percentile));
        }
        assertThat(curve.lastPrintable()).isEqualTo(99);
        assertThat(curve.last()).isEqualTo(99.95);
    }

    @Test
    void isEmptyWithoutSamples() {
        PercentileCurve curve = PercentileCurve.of(new Histogram(2));

        assertThat(curve.points()).isEmpty();
        assertThat(curve.nanosAt(50)).isZero();
        assertThat(curve.last()).isZero();
        assertThat(curve.lastPrintable()).isZero();
    }

    @Test
    void refusesPointsThatFall() {
        List<PercentilePoint> falling = List.of(new PercentilePoint(50, 10), new PercentilePoint(90, 9));

        assertThatIllegalArgumentException().isThrownBy(() -> new PercentileCurve(100, 0, falling));
        assertThatIllegalArgumentException().isThrownBy(() -> new PercentilePoint(101, 1));
        assertThatIllegalArgumentException().isThrownBy(() -> new PercentilePoint(50, Double.NaN));
    }
}
