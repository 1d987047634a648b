package org.latencyprobes.analysis.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ConfidenceIntervalTest {

    @Test
    void holdsItsEnds() {
        ConfidenceInterval interval = new ConfidenceInterval(1.2, 1.4, 1.6);

        assertThat(interval.contains(1.2)).isTrue();
        assertThat(interval.contains(1.6)).isTrue();
        assertThat(interval.contains(1)).isFalse();
        assertThat(interval.isAbove(1)).isTrue();
        assertThat(interval.isAbove(1.2)).isFalse();
        assertThat(interval.isBelow(1.7)).isTrue();
    }

    @Test
    void isWrittenWithThreeDigits() {
        assertThat(new ConfidenceInterval(-15.83, 56.9, 129.6).text()).isEqualTo("56.9 (−15.8 to 130)");
        assertThat(new ConfidenceInterval(0.0123, 0.5, 1).text()).isEqualTo("0.500 (0.0123–1.00)");
        assertThat(new ConfidenceInterval(9.996, 1_234, 123_456).text()).isEqualTo("1,230 (10.0–123,000)");
        assertThat(new ConfidenceInterval(0, 0, 0).text()).isEqualTo("0 (0–0)");
        assertThat(new ConfidenceInterval(-3, -2, -1).text()).isEqualTo("−2.00 (−3.00 to −1.00)");
    }

    @Test
    void theEndOfARatioShowsOnWhichSideOfOneItLies() {
        assertThat(new ConfidenceInterval(1.0004, 1.1, 1.22).ratioText()).isEqualTo("1.10 (1.0004–1.22)");
        assertThat(new ConfidenceInterval(0.9, 0.95, 0.99996).ratioText()).isEqualTo("0.950 (0.900–0.99996)");
        assertThat(new ConfidenceInterval(0.9, 1, 1.0049).ratioText()).isEqualTo("1.00 (0.900–1.005)");
        assertThat(new ConfidenceInterval(1, 1, 1.006).ratioText()).isEqualTo("1.00 (1.00–1.01)");
    }
}
