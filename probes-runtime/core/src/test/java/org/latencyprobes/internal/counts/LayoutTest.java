package org.latencyprobes.internal.counts;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class LayoutTest {

    private final Histogram histogram = new Histogram(1, Layout.MAX_NANOS, Layout.SIGNIFICANT_DIGITS);

    @Test
    void bucketsAreThoseOfHdrHistogram() {
        for (int index = 0; index < Layout.LENGTH; index++) {
            long lowest = Layout.lowestNanos(index);
            long highest = Layout.highestNanos(index);
            assertThat(histogram.lowestEquivalentValue(highest)).isEqualTo(lowest);
            assertThat(histogram.highestEquivalentValue(lowest)).isEqualTo(highest);
        }
    }

    @Test
    void bothEdgesOfBucketHaveItsIndex() {
        for (int index = 0; index < Layout.LENGTH; index++) {
            assertThat(Layout.indexOf(Layout.lowestNanos(index))).isEqualTo(index);
            assertThat(Layout.indexOf(Layout.highestNanos(index))).isEqualTo(index);
        }
    }

    @Test
    void bucketsFollowEachOtherWithoutGap() {
        assertThat(Layout.lowestNanos(0)).isZero();
        for (int index = 1; index < Layout.LENGTH; index++) {
            assertThat(Layout.lowestNanos(index)).isEqualTo(Layout.highestNanos(index - 1) + 1);
        }
        assertThat(Layout.highestNanos(Layout.LENGTH - 1)).isEqualTo(Layout.MAX_NANOS);
    }

    @Test
    void bucketsAreNoWiderThanPromised() {
        for (int index = 0; index < Layout.LENGTH; index++) {
            long width = Layout.highestNanos(index) - Layout.lowestNanos(index);
            assertThat(width).isLessThanOrEqualTo(Layout.lowestNanos(index) / 128);
        }
    }

    @Test
    void rangeHoldsAnHour() {
        assertThat(Layout.MAX_NANOS).isGreaterThan(TimeUnit.HOURS.toNanos(1));
    }
}
