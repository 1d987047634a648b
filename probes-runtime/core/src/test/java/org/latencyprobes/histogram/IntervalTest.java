package org.latencyprobes.histogram;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.latencyprobes.internal.counts.Nesting;

class IntervalTest {

    @Test
    void rateIsCountOverTime() {
        assertThat(interval(1_000, 3_000, 10).perSecond()).isEqualTo(5);
    }

    @Test
    void rateOfNoTimeIsZero() {
        assertThat(interval(1_000, 1_000, 10).perSecond()).isZero();
    }

    @Test
    void countIncludesWhatFoundNoBucket() {
        assertThat(interval(0, 1, 10).count()).isEqualTo(10);
    }

    private static Interval interval(long startMillis, long endMillis, long count) {
        Histogram histogram = new Histogram(2);
        histogram.recordValueWithCount(5, count - 1);
        return new Interval(
                "x", Map.of(), "ok", "probe", "", startMillis, endMillis, 5, 0, 0, 1, 0, true, Nesting.NONE, histogram);
    }
}
