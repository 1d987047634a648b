package org.latencyprobes.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class IntervalTest {

    @Test
    void holdsItsEnds() {
        Interval interval = new Interval(1.2, 1.4, 1.6);

        assertThat(interval.contains(1.2)).isTrue();
        assertThat(interval.contains(1.6)).isTrue();
        assertThat(interval.contains(1)).isFalse();
        assertThat(interval.isAbove(1)).isTrue();
        assertThat(interval.isAbove(1.2)).isFalse();
        assertThat(interval.isBelow(1.7)).isTrue();
    }

    @Test
    void isWrittenWithThreeDigits() {
        assertThat(new Interval(-15.83, 56.9, 129.6).text()).isEqualTo("56.9 (−15.8 to 130)");
        assertThat(new Interval(0.0123, 0.5, 1).text()).isEqualTo("0.500 (0.0123–1.00)");
        assertThat(new Interval(9.996, 1_234, 123_456).text()).isEqualTo("1,230 (10.0–123,000)");
        assertThat(new Interval(0, 0, 0).text()).isEqualTo("0 (0–0)");
        assertThat(new Interval(-3, -2, -1).text()).isEqualTo("−2.00 (−3.00 to −1.00)");
    }
}
