package org.latencyprobes.micrometer.internal.series;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.latencyprobes.internal.counts.Layout;

class ExponentialTest {

    @Test
    void everyCounterGoesIntoTheBucketOfItsMiddle() {
        for (int index = 1; index < Layout.LENGTH; index++) {
            double middleSeconds = (Layout.lowestNanos(index) + Layout.highestNanos(index)) / 2e9;
            int bucket = Exponential.FIRST + Exponential.positionOf(index);
            assertThat(Math.pow(2, (bucket - 1) / 32.0)).isLessThan(middleSeconds * (1 + 1e-9));
            assertThat(Math.pow(2, bucket / 32.0)).isGreaterThanOrEqualTo(middleSeconds * (1 - 1e-9));
        }
    }

    @Test
    void allBucketsFitTheArray() {
        assertThat(Exponential.positionOf(1)).isZero();
        assertThat(Exponential.positionOf(Layout.LENGTH - 1)).isLessThan(Exponential.LENGTH);
    }
}
