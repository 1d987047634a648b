package org.latencyprobes.demo.common.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import net.openhft.chronicle.core.util.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DistributionTest {

    @ParameterizedTest
    @EnumSource(Level.class)
    void keepsThePercentilesOfJlbhsHistogram(Level level) {
        Histogram jlbh = jlbh();
        new Random(1).doubles(20_000).forEach(random -> jlbh.sampleNanos((long) (1_000 * Math.exp(4 * random))));

        Distribution distribution = Distribution.of(jlbh);

        assertThat(distribution.count()).isEqualTo(20_000);
        assertThat(distribution.middleNanos(level))
                .isCloseTo(jlbh.percentile(level.percentile() / 100), Percentage.withPercentage(0.5));
    }

    @Test
    void countsWhatJlbhsHistogramCouldNotPlace() {
        Histogram jlbh = jlbh();
        List.of(3L, 250L, Long.MAX_VALUE).forEach(jlbh::sampleNanos);

        Distribution distribution = Distribution.of(jlbh);

        assertThat(distribution.count()).isEqualTo(3);
        assertThat(distribution.histogram().getMinValue()).isCloseTo(100, within(1L));
        assertThat(distribution.histogram().getMaxValue()).isGreaterThan(1_000_000_000_000L);
    }

    @Test
    void isEmptyOfAnEmptyHistogram() {
        assertThat(Distribution.of(jlbh())).isEqualTo(Distribution.none());
        assertThat(Distribution.none().isEmpty()).isTrue();
    }

    @Test
    void isTheSameAfterEncoding() {
        Distribution distribution = distribution(1_234, 5_678, 9_999_999);

        assertThat(Distribution.decoded(distribution.encoded())).isEqualTo(distribution);
        assertThat(distribution.encoded()).doesNotContain("\n");
    }

    @Test
    void refusesTextThatIsNoHistogram() {
        assertThatThrownBy(() -> Distribution.decoded("12 AAAA")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void addsCountsAndKeepsTheLongest() {
        Distribution sum = distribution(1_000, 7_000).plus(distribution(3_000)).plus(Distribution.none());

        assertThat(sum.count()).isEqualTo(3);
        assertThat(sum.maxNanos()).isEqualTo(7_000);
        assertThat(sum.middleNanos(Level.P50)).isCloseTo(3_000, within(10.0));
    }

    @Test
    void givesTheExactMax() {
        assertThat(distribution(123_457).nanos(Level.MAX)).isEqualTo(123_457);
        assertThat(distribution(123_457).middleNanos(Level.MAX)).isEqualTo(123_457);
    }

    private static Distribution distribution(long... nanos) {
        org.HdrHistogram.Histogram histogram = new org.HdrHistogram.Histogram(3);
        LongStream.of(nanos).forEach(histogram::recordValue);
        return new Distribution(histogram, LongStream.of(nanos).max().orElse(0));
    }

    /** A histogram with the parameters of JLBH's own. */
    private static Histogram jlbh() {
        return new Histogram(35, 8, 100);
    }
}
